//! A relaxed game with sets of squares for both kings, whose "no" is a proof.
//!
//! Section 6.5.2 of the thesis of Niblett searches with a set of squares for each king instead of one square. Taken literally that is another game, in
//! which the own king puts off his choice: with every own move his set grows by all steps, and a goal counts as reached with the other king on some
//! square if it is reached with the own king on *one* of his. Whoever wins the real game wins this one, by choosing as he would have chosen. So
//! where the relaxed game is lost there is no tree, and the search need not look; where it is won nothing follows.
//!
//! A node is a placement of the other men with two words of 64 bits, the squares of both kings; it is asked for the squares of the other king from which the
//! own side *surely fails*, wherever in his set the own king is:
//!
//! - **After an own move** (a step of the king, or a move of a pawn, who goes to one square as always) a square of the other king is settled if one square of the
//!   own king has the goal; it fails if none has what is to hold. Each move that is tried leaves fewer squares that fail with all of them.
//! - **Replies** are steps of the other king; each is legal or not according to where the own king is. He fails on a square if, wherever the own king
//!   is, there is a reply that is legal then and after which everything fails.
//!
//! Goals are not estimated. A goal is a conjunction of parts; a part that does not look at the other king is asked once for a square of the own one, a
//! part that does not look at the own king once for a square of the other, and only the rest at pairs of squares, where all else holds and the part is not
//! false wherever the other king is. Answers are
//! kept as words over the squares of the other king. What is to hold at pairs is asked only where it matters at once: where the goal is reached,
//! and where a pawn has been taken. What cannot be asked about sets is answered in favour
//! of the own side, which keeps a "no" a proof: conditions on own moves, whatever in a goal looks at moves or other trees (`maybe`), goals to hold that
//! look at the position before the last move, and all that happens after a promotion. Where goals to reach look there, where only some replies are looked at or the other side passes, where a draw is aimed at (our
//! own stalemate would be a success), where the other side has more than a king or our own side more than pawns, the game is not played.

use std::collections::HashMap;
use std::sync::Arc;

use adli_chess::{Colour, Kind, Square, SquareSet, attacks};
use adli_claims::Limit;
use adli_lang::term::{AdviceId, Pos, Slot, Term, TermId};
use adli_lang::{Advice, Aim};

use super::Search;
use super::forces::is_own;
use super::sets::squares;
use crate::space::{Code, OFF, handed_over, kind, square, with_kind, with_square};
use crate::spread::Spread;

/// The relaxed game is not played where fewer plies are left: looking costs no more.
const FEWEST: u8 = 4;
/// Nor is it played to the end where it has more nodes than these.
const MOST_NODES: u32 = 32;
/// After so many games it must have been of use.
const TRIALS: u32 = 32;

/// A part of a goal.
#[derive(Clone, Copy)]
struct Part {
    term: TermId,
    /// Whether it is the body of a definition, which knows no position but the one that is asked about.
    is_inner: bool,
    looks: Looks,
    /// Whether the other king is hidden: then it says no only if it would wherever he is.
    is_blind: bool,
}

/// Which king's square a condition may depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Looks {
    Own,
    Other,
    Both,
}

/// A part of a goal as far as it has been asked for: a word over the squares of the other king for each square of the own one. If it
/// looks at one king only, the first word is over his squares.
struct Words {
    asked: [u64; 64],
    holds: [u64; 64],
}

/// A part, whether it is asked after a reply and blindly, root, plies left and placement of the other men.
type Place = (TermId, (bool, bool), Code, u8, Code);

/// What is known of the relaxed game of a piece of advice.
pub(super) struct Relaxed {
    side: Colour,
    own: usize,
    other: usize,
    /// The parts of goals after an own move and after a reply, those first that are asked less often. What is not asked has no parts.
    hold: [Arc<[Part]>; 2],
    reach: [Option<Arc<[Part]>>; 2],
    /// Whether they count plies, and whether they look at the root.
    counts: bool,
    compares: bool,
    /// How often it was played, and how often it was lost.
    played: u32,
    lost: u32,
    /// Where the words are.
    places: HashMap<Place, usize, Spread>,
    words: Vec<Words>,
}

impl Relaxed {
    /// Whether enough of these games were lost: otherwise they cost more than they spare.
    fn is_worth_playing(&self) -> bool {
        self.played < TRIALS || self.lost * 4 >= self.played
    }
}

impl Search<'_> {
    /// The relaxed game of a piece of advice; nothing if it cannot be played.
    fn relaxed(&mut self, advice: &Advice) -> Option<Box<Relaxed>> {
        let (program, men) = (self.program, &self.space.endgame.men);
        let side = Colour::ALL[usize::from(advice.side & 1)];
        let [own, other] = [side, !side].map(|side| program.endgame.king(side));
        let (own, other) = (own?, other?);
        let are_few = program
            .endgame
            .slots()
            .all(|(slot, man)| slot == own || slot == other || man.side == side && man.kind == Kind::Pawn);
        let terms = &program.terms;
        let looks = |term: TermId, at: u8| {
            let mut nodes = terms.reach([term]);
            nodes.any(|(_, node)| node.positions().into_iter().any(|pos| terms.origin(pos) == at))
        };
        let reach = advice.reach;
        let is_known = reach.iter().flatten().all(|&goal| !looks(goal, 2));
        let replies_as_he_likes = advice.replies.is_none() && !advice.passes;
        if !are_few || men.len() < 3 || !is_known || advice.aim != Aim::Win || !replies_as_he_likes {
            return None;
        }
        let hold = advice.hold.map(|goal| Some(goal).filter(|&goal| !looks(goal, 2)));
        let goals: Vec<TermId> = hold.iter().chain(&reach).flatten().copied().collect();
        let ply = terms.find_variable(advice.ply);
        let counts = terms.reach(goals.iter().copied()).any(|(term, _)| Some(term) == ply);
        let compares = goals.iter().any(|&goal| looks(goal, 0));
        let mut split = |goal: TermId| {
            let mut parts = Vec::new();
            self.split([own, other], goal, false, &mut parts);
            parts.sort_by_key(|part: &Part| part.looks);
            Arc::from(parts)
        };
        let hold = hold.map(|goal| goal.map_or_else(|| Arc::from([]), &mut split));
        let reach = reach.map(|goal| goal.map(&mut split));
        let [own, other] = [own, other].map(|slot| usize::from(slot.0));
        let (places, words) = (HashMap::default(), Vec::new());
        let (played, lost) = (0, 0);
        Some(Box::new(Relaxed {
            side,
            own,
            other,
            hold,
            reach,
            counts,
            compares,
            played,
            lost,
            places,
            words,
        }))
    }

    /// Takes a goal apart, through definitions about the position alone.
    fn split(&mut self, kings: [Slot; 2], term: TermId, is_inner: bool, parts: &mut Vec<Part>) {
        let program = self.program;
        let terms = &program.terms;
        match terms.get(term) {
            Term::And(all) => all.iter().for_each(|&part| self.split(kings, part, is_inner, parts)),
            Term::Call(def, positions, arguments)
                if arguments.is_empty()
                    && matches!(positions[..], [pos] if terms.pos(pos) == Pos::Given(u8::from(!is_inner))) =>
            {
                self.split(kings, program[*def].body, true, parts);
            }
            _ => {
                let sees = self.sees(term);
                let looks = match kings.map(|king| sees.more() || sees.man(king)) {
                    [_, false] => Looks::Own,
                    [false, true] => Looks::Other,
                    [true, true] => Looks::Both,
                };
                let part = Part { term, is_inner, looks, is_blind: false };
                if looks == Looks::Both {
                    parts.push(Part { looks: Looks::Own, is_blind: true, ..part });
                }
                parts.push(part);
            }
        }
    }

    /// Whether the relaxed game shows that no tree goes on from a position after an own move, with so many plies left.
    pub(super) fn is_refuted(&mut self, id: AdviceId, left: u8, root: Code, at: Code) -> Result<bool, Limit> {
        let (advice, number) = (self.advice(id)?, usize::from(id.0));
        if left < FEWEST || !self.relaxes || self.goals > 0 || is_own(advice, at) {
            return Ok(false);
        }
        if self.kept.relaxed.get(number).is_some_and(Option::is_none) {
            let relaxed = self.relaxed(advice);
            self.kept.relaxed[number] = Some(relaxed);
        }
        let known = self.kept.relaxed.get_mut(number).and_then(Option::as_mut);
        let playable = |relaxed: &mut Box<Relaxed>| relaxed.is_worth_playing();
        let Some(mut relaxed) = known.and_then(|known| known.take_if(playable)) else { return Ok(false) };
        relaxed.played += 1;
        let [own, other] = [relaxed.own, relaxed.other].map(|slot| square(at, slot));
        let rest = with_square(with_square(handed_over(at, OFF), relaxed.own, OFF), relaxed.other, OFF);
        let mut game = Game { search: self, advice, relaxed, root, room: MOST_NODES };
        let failing =
            if game.has_only_pawns(rest) { game.replies(rest, 1 << own, 1 << other, left) } else { Ok(0) };
        let mut relaxed = game.relaxed;
        relaxed.lost += u32::from(failing.as_ref().is_ok_and(|failing| *failing != 0));
        self.kept.relaxed[number] = Some(Some(relaxed));
        Ok(failing? != 0)
    }
}

/// Where goals are asked: after an own move or a reply, with these other men, so many plies before the end.
#[derive(Clone, Copy)]
struct Node {
    after_reply: bool,
    rest: Code,
    left: u8,
}

/// The relaxed game from one root on.
struct Game<'g, 'p> {
    search: &'g mut Search<'p>,
    advice: &'p Advice,
    relaxed: Box<Relaxed>,
    root: Code,
    /// How many nodes may still be looked at.
    room: u32,
}

impl Game<'_, '_> {
    /// The squares of the other king from which every own move fails, wherever on these squares the own king is. `rest` are the other men, with the own
    /// side to move.
    fn own(&mut self, rest: Code, kings: u64, others: u64, left: u8) -> Result<u64, Limit> {
        if !self.goes_on()? {
            return Ok(0);
        }
        let Some(less) = left.checked_sub(1) else {
            return Ok(if self.advice.has_reach() { others } else { 0 });
        };
        let mut failing = others;
        let may = |slot: usize| {
            let each = self.advice.each.as_ref();
            each.is_none_or(|each| each.men.contains(Slot(slot as u8)))
        };
        let pawns: Vec<usize> = (0..self.search.space.men()).filter(|&slot| may(slot)).collect();
        if may(self.relaxed.own) {
            let steps = SquareSet(kings).king_steps().0 & !self.occupied(rest);
            failing = self.after_own(rest, steps, failing, less)?;
        }
        for slot in pawns {
            for (after, to) in self.pawn_moves(rest, slot) {
                let free = failing & !to;
                if free != 0 {
                    failing = failing & to | self.after_own(after, kings & !to, free, less)?;
                }
            }
        }
        Ok(failing)
    }

    /// The squares of the other king from which an own move fails that has led to this.
    fn after_own(&mut self, rest: Code, kings: u64, others: u64, left: u8) -> Result<u64, Limit> {
        let node = Node { after_reply: false, rest, left };
        let (going, held) = self.held(node, kings, others)?;
        let holding = squares(going).fold(0, |holding, king| holding | held & !near(king));
        let open = holding & !self.reached(node, going, holding)?;
        let failing = others & !holding;
        let further =
            if open != 0 && self.has_only_pawns(rest) { self.replies(rest, going, open, left)? } else { 0 };
        Ok(failing | further)
    }

    /// The squares of the other king from which he has a reply after which everything fails, wherever on these squares the own king is.
    fn replies(&mut self, rest: Code, kings: u64, others: u64, left: u8) -> Result<u64, Limit> {
        if !self.goes_on()? {
            return Ok(0);
        }
        let targets = SquareSet(others).king_steps().0 & !self.guarded(rest);
        // The squares of the own king for which a reply fails.
        let mut fails = [0; 64];
        match left.checked_sub(1) {
            None if !self.advice.has_reach() => return Ok(0),
            None => squares(targets).for_each(|to| fails[to as usize] = u64::MAX),
            Some(less) => {
                let occupied = self.occupied(rest);
                self.after_replies(rest, kings, targets & !occupied, less, false, &mut fails)?;
                for to in squares(targets & occupied) {
                    let taken = (0..self.search.space.men()).find(|&slot| square(rest, slot) == to);
                    let after = taken.map_or(rest, |slot| with_square(rest, slot, OFF));
                    self.after_replies(after, kings, 1 << to, less, true, &mut fails)?;
                }
            }
        }
        let mut failing = 0;
        for other in squares(others) {
            let mut safe = kings & !near(other);
            for to in squares(targets & near(other) & !(1 << other)) {
                safe &= !(fails[to as usize] & !near(to));
            }
            failing |= u64::from(safe == 0) << other;
        }
        Ok(failing)
    }

    /// Finds out for replies to these squares, which take a pawn or not, on which of his squares the own king fails.
    fn after_replies(
        &mut self,
        rest: Code,
        kings: u64,
        targets: u64,
        left: u8,
        takes: bool,
        fails: &mut [u64; 64],
    ) -> Result<(), Limit> {
        let node = Node { after_reply: true, rest, left };
        let (going, held) = self.held(node, kings, targets)?;
        for to in squares(targets) {
            fails[to as usize] |= if held >> to & 1 == 1 { kings & !going } else { kings };
        }
        let hold = Arc::clone(&self.relaxed.hold[1]);
        for king in squares(if takes { going } else { 0 }) {
            let asked = held & !near(king);
            let holds = self.at_pairs(&hold, node, king, asked)?;
            squares(asked & !holds).for_each(|to| fails[to as usize] |= 1 << king);
        }
        let open = held & !self.reached(node, going, held)?;
        if open != 0 {
            let failing = self.own(rest, going, open, left)?;
            squares(failing).for_each(|to| fails[to as usize] |= going);
        }
        Ok(())
    }

    /// The squares of both kings on which what is to hold may hold.
    fn held(&mut self, node: Node, kings: u64, others: u64) -> Result<(u64, u64), Limit> {
        let parts = Arc::clone(&self.relaxed.hold[usize::from(node.after_reply)]);
        self.by_one_king(&parts, node, kings, others)
    }

    /// The squares of the other king on which the goal is reached with the own king on one of his.
    fn reached(&mut self, node: Node, kings: u64, others: u64) -> Result<u64, Limit> {
        let whose = usize::from(node.after_reply);
        let Some(parts) = self.relaxed.reach[whose].as_ref().map(Arc::clone) else { return Ok(0) };
        let (kings, others) = self.by_one_king(&parts, node, kings, others)?;
        let hold = Arc::clone(&self.relaxed.hold[whose]);
        let mut reached = 0;
        for king in squares(kings) {
            let asked = others & !near(king) & !reached;
            let hits = self.at_pairs(&parts, node, king, asked)?;
            reached |= self.at_pairs(&hold, node, king, hits)?;
        }
        Ok(reached)
    }

    /// The squares of both kings on which those parts hold that look at one king only.
    fn by_one_king(
        &mut self,
        parts: &[Part],
        node: Node,
        mut kings: u64,
        mut others: u64,
    ) -> Result<(u64, u64), Limit> {
        for part in parts {
            let any = (u64::from(kings.trailing_zeros()), u64::from(others.trailing_zeros()));
            if kings == 0 || others == 0 {
                return Ok((0, 0));
            }
            match part.looks {
                Looks::Own => kings = self.ask(*part, node, 0, kings, |king| (king, any.1))?,
                Looks::Other => others = self.ask(*part, node, 0, others, |other| (any.0, other))?,
                Looks::Both => {}
            }
        }
        Ok((kings, others))
    }

    /// Of some squares of the other king those on which those parts hold that look at both, with the own king here.
    fn at_pairs(&mut self, parts: &[Part], node: Node, king: u64, mut others: u64) -> Result<u64, Limit> {
        for part in parts.iter().filter(|part| part.looks == Looks::Both) {
            if others != 0 {
                others = self.ask(*part, node, king as usize, others, |other| (king, other))?;
            }
        }
        Ok(others)
    }

    /// Of some squares those where a part of a goal holds: in a row of its words, with the kings where such a square puts them.
    fn ask(
        &mut self,
        part: Part,
        node: Node,
        row: usize,
        wanted: u64,
        kings: impl Fn(u64) -> (u64, u64),
    ) -> Result<u64, Limit> {
        let Node { after_reply, rest, left } = node;
        let Relaxed { own, other, counts, compares, .. } = *self.relaxed;
        let root = if compares { self.root } else { 0 };
        let asked = (after_reply, part.is_blind);
        let key = (part.term, asked, root, if counts { left } else { u8::MAX }, rest);
        let next = self.relaxed.words.len();
        let place = *self.relaxed.places.entry(key).or_insert(next);
        if place == next {
            self.relaxed.words.push(Words { asked: [0; 64], holds: [0; 64] });
        }
        let hidden = part.is_blind.then_some(Slot(other as u8));
        let unknown = wanted & !self.relaxed.words[place].asked[row];
        let mut found = 0;
        for to in squares(unknown) {
            let (king, theirs) = kings(to);
            let at = with_square(with_square(rest, own, king), other, theirs);
            let at = if after_reply { at } else { handed_over(at, OFF) };
            self.search.count(self.advice, left);
            let given = if part.is_inner { &[at][..] } else { &[self.root, at, at] };
            found |= u64::from(self.search.maybe(part.term, given, hidden, true)?) << to;
        }
        let words = &mut self.relaxed.words[place];
        words.asked[row] |= unknown;
        words.holds[row] |= found;
        Ok(words.holds[row] & wanted)
    }

    /// Counts one more node; where there are too many, nothing is known to fail.
    fn goes_on(&mut self) -> Result<bool, Limit> {
        self.search.nodes.relaxed += 1;
        self.search.spend()?;
        self.room = self.room.saturating_sub(1);
        Ok(self.room > 0)
    }

    fn has_only_pawns(&self, rest: Code) -> bool {
        let space = self.search.space;
        (0..space.men()).all(|slot| kind(rest, slot) == space.endgame.men[slot].kind.index())
    }

    fn pawns(&self, rest: Code) -> impl Iterator<Item = u64> {
        let men = self.search.space.men();
        (0..men).map(move |slot| square(rest, slot)).filter(|&at| at < OFF)
    }

    /// The squares of the pawns.
    fn occupied(&self, rest: Code) -> u64 {
        self.pawns(rest).fold(0, |set, at| set | 1 << at)
    }

    /// The squares that the pawns attack.
    fn guarded(&self, rest: Code) -> u64 {
        let side = self.relaxed.side;
        self.pawns(rest).fold(0, |set, at| set | attacks::pawn(side, Square::from_index(at as usize)).0)
    }

    /// The moves of a pawn whom only other pawns block: the men after it, and the squares on which no king may stand.
    fn pawn_moves(&self, rest: Code, slot: usize) -> Vec<(Code, u64)> {
        let from = square(rest, slot);
        let ahead = |at: u64| if self.relaxed.side == Colour::White { at + 8 } else { at.wrapping_sub(8) };
        let start = if self.relaxed.side == Colour::White { 8..16 } else { 48..56 };
        let occupied = self.occupied(rest);
        let is_free = |at: u64| at < OFF && occupied >> at & 1 == 0;
        let mut moves = Vec::new();
        if from >= OFF || !is_free(ahead(from)) {
            return moves;
        }
        let (single, double) = (ahead(from), ahead(ahead(from)));
        let after = with_square(rest, slot, single);
        if (8..56).contains(&single) {
            moves.push((after, 1 << single));
        } else {
            let promoted = Kind::PROMOTIONS.iter().map(|kind| with_kind(after, slot, kind.index()));
            moves.extend(promoted.map(|after| (after, 1 << single)));
        }
        if start.contains(&from) && is_free(double) {
            moves.push((with_square(rest, slot, double), 1 << single | 1 << double));
        }
        moves
    }
}

/// The squares next to one, and that one.
fn near(at: u64) -> u64 {
    attacks::king(Square::from_index((at & 63) as usize)).0 | 1 << (at & 63)
}
