//! How a move is found: by the rules, by tables, or any.
//!
//! The strategy is asked first. What it allows is at hand at once; which of several moves is quickest is known when all plays of the strategy have been
//! followed ([`Plays`]), which is done once, for as long as the clock allows, and kept. Where the strategy has nothing to say (other men, the other
//! side, no rule applies) it is best play by tables; and where there are no tables, any legal move. The program is told which it was.

use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use adli_chess::{Material, Move, Position};
use adli_claims::{Limit, Options as ClaimOptions};
use adli_lang::Program;
use adli_position::Compiled;
use adli_tables::Value;
use adli_workbench::{
    Chosen, Consultation, Does, End, Line, LineRequest, Plays, Session, Standing, Text, Trouble, reason,
    strategy_names, valued_moves,
};

use crate::desk::{Desk, Pace};
use crate::options::{Change, Options};
use crate::supplies::{Supplies, Values};
use crate::task::{Course, Task};

/// All plays of a strategy are followed for so long where no clock says anything.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whoever looks for moves.
pub(crate) struct Thinker<'d> {
    desk: &'d Desk,
    supplies: &'d dyn Supplies,
    options: Options,
    rules: Option<Rules>,
    /// What positions of a material are worth, as far as somebody has asked.
    values: HashMap<Material, Rc<Values>>,
}

/// The rules that are played by.
struct Rules {
    text: Text,
    programs: Vec<Program>,
    /// The strategies that may be asked, in the order of the text.
    names: Vec<String>,
    compiled: Option<Compiled>,
    seats: Vec<Seat>,
}

/// A strategy of the text with all that is kept of it.
struct Seat {
    chosen: Chosen,
    plays: Followed,
    /// The game so far, and where it stands for the strategy.
    stood: Option<(Vec<Position>, Standing)>,
}

/// Whether all plays of a strategy have been followed.
enum Followed {
    NotYet,
    /// That took longer than this.
    Not(Duration),
    Never,
    All(Box<Plays>),
}

/// What is known of a move: in how many moves it mates, or is mated; a draw; or nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Score {
    Mates(u32),
    Mated(u32),
    Draw,
    Unknown,
}

impl Score {
    fn of(value: Value) -> Score {
        match value {
            Value::Win(plies) => Score::Mates(u32::from(plies).div_ceil(2)),
            Value::Loss(plies) => Score::Mated(u32::from(plies).div_ceil(2)),
            Value::Draw => Score::Draw,
        }
    }

    /// As the protocol writes it, with a blank behind; nothing is said where nothing is known.
    fn words(self) -> String {
        match self {
            Score::Mates(moves) => format!("score mate {moves} "),
            Score::Mated(moves) => format!("score mate -{moves} "),
            Score::Draw => "score cp 0 ".to_owned(),
            Score::Unknown => String::new(),
        }
    }
}

impl<'d> Thinker<'d> {
    pub(crate) fn new(desk: &'d Desk, supplies: &'d dyn Supplies, options: Options) -> Thinker<'d> {
        let mut thinker = Thinker { desk, supplies, options, rules: None, values: HashMap::new() };
        thinker.load();
        thinker
    }

    /// Sets an option. What is wrong with it is said, and then nothing has changed.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        match self.options.set(name, value) {
            Err(why) => self.say(&why),
            Ok(Change::Rules) => self.load(),
            Ok(Change::Tables) => self.values.clear(),
            Ok(Change::Telling) => {}
        }
    }

    pub(crate) fn new_game(&mut self) {
        for seat in self.rules.iter_mut().flat_map(|rules| &mut rules.seats) {
            seat.stood = None;
        }
    }

    fn say(&self, what: &str) {
        self.desk.write(&format!("info string {}", what.replace(['\n', '\r'], " ")));
    }

    /// Takes the rules that are set now. Where there are none it is best play.
    fn load(&mut self) {
        self.rules = None;
        if self.options.strategy.is_empty() {
            return;
        }
        match Rules::load(self.supplies, &self.options) {
            Ok(rules) => self.rules = Some(rules),
            Err(why) => self.say(&format!("{why}; until that is set right, best play is played")),
        }
    }

    /// Finds a move, and says what is known of it. The first legal one is on the desk already.
    pub(crate) fn think(&mut self, task: &Task) {
        // It was answered before its turn came.
        if !self.desk.is_open(task.number) {
            return;
        }
        let pace = Pace { desk: self.desk, number: task.number, until: None };
        let position = *task.course.last.position();
        let desk = self.desk;
        let info = |line: &str| desk.info(task.number, line);
        match End::of(&position) {
            Some(End::Checkmate) => return info("depth 0 score mate 0"),
            Some(End::Stalemate) => return info("depth 0 score cp 0"),
            Some(End::Dead) | None => {}
        }
        if task.course.last.has_rights() {
            return info(
                "string somebody may still castle, of which rules and tables know nothing; any legal move",
            );
        }
        let unruled = match &mut self.rules {
            None => None,
            Some(rules) => match rules.ask(task, &pace, &self.options) {
                Ok(()) => return,
                Err(why) => Some(why),
            },
        };
        match self.best_play(task, &position, &pace) {
            Ok(()) => unruled.iter().for_each(|why| info(&format!("string {why}; best play by tables"))),
            Err(why) => {
                let why = unruled.into_iter().chain([why]).collect::<Vec<String>>().join("; ");
                info(&format!("string {why}; any legal move"));
            }
        }
    }

    /// Best play by tables.
    fn best_play(&mut self, task: &Task, position: &Position, pace: &Pace<'_>) -> Result<(), String> {
        let material = position.material().map(Material::canonical);
        let known = material.and_then(|material| self.values.get(&material).map(Rc::clone));
        let values = match known {
            Some(values) => values,
            None => {
                let folder = Some(self.options.tables.as_str()).filter(|folder| !folder.is_empty());
                let values = Rc::new(self.supplies.values(folder, position, pace)?);
                material.and_then(|material| self.values.insert(material, Rc::clone(&values)));
                values
            }
        };
        let told = |trouble: Trouble| trouble.to_string();
        let (_, mut moves) = valued_moves(&**values, position).map_err(told)?;
        moves.retain(|valued| task.only.is_empty() || task.only.contains(&valued.mv));
        let best = moves.first().ok_or("there is no legal move")?.mv;
        self.desk.better(task.number, best);
        let line = Line::of(&**values, position, LineRequest::default()).map_err(told)?;
        let line: Vec<String> = line.moves.into_iter().map(|mv| mv.uci).collect();
        let is_best = line.first().is_some_and(|first| *first == best.to_string());
        let scored: Vec<(Move, Score)> =
            moves.iter().map(|valued| (valued.mv, Score::of(valued.for_mover()))).collect();
        let pv = if is_best { line } else { vec![best.to_string()] };
        Teller { desk: self.desk, task, options: &self.options }.moves(&scored, &pv);
        Ok(())
    }
}

/// Tells a program about moves.
struct Teller<'t> {
    desk: &'t Desk,
    task: &'t Task,
    options: &'t Options,
}

impl Teller<'_> {
    fn info(&self, line: &str) {
        self.desk.info(self.task.number, line);
    }

    /// The best moves with what is known of them; of the first, how the game may go on.
    fn moves(&self, scored: &[(Move, Score)], first: &[String]) {
        for (at, (mv, score)) in scored.iter().take(self.options.multi_pv).enumerate() {
            let only = [mv.to_string()];
            let pv = if at == 0 { first } else { &only };
            let (depth, number, score) = (pv.len(), at + 1, score.words());
            self.info(&format!("depth {depth} multipv {number} {score}pv {}", pv.join(" ")));
        }
        if let Some(wanted) = self.task.mate
            && !matches!(scored.first(), Some((_, Score::Mates(moves))) if *moves <= wanted)
        {
            self.info(&format!("string no mate in {wanted} moves is known here"));
        }
    }
}

impl Rules {
    fn load(supplies: &dyn Supplies, options: &Options) -> Result<Rules, String> {
        let (name, wanted) = match options.strategy.split_once('#') {
            Some((name, wanted)) => (name, Some(wanted)),
            None => (options.strategy.as_str(), None),
        };
        let (text, programs) = supplies.text(name)?;
        let names = strategy_names(&text, &programs, wanted).map_err(|nobody| nobody.to_string())?;
        let compiled = if options.moves.is_empty() { None } else { Some(supplies.compiled(&options.moves)?) };
        if let Some(table) = compiled.as_ref().filter(|table| !names.contains(&table.strategy)) {
            return Err(format!("`{}` was made of another strategy, `{}`", options.moves, table.strategy));
        }
        Ok(Rules { text, programs, names, compiled, seats: Vec::new() })
    }

    /// Asks the strategies whose turn it is, and tells what the first that knows a move does.
    ///
    /// # Errors
    /// Why none of them does anything.
    fn ask(&mut self, task: &Task, pace: &Pace<'_>, options: &Options) -> Result<(), String> {
        let position = *task.course.last.position();
        let (mut why, mut is_own) = (format!("`{}` has nothing for these men", self.text.name), false);
        for name in self.names.clone() {
            let seat = match self.seat(&name, &position) {
                Ok(seat) => seat,
                Err(trouble) => {
                    why = if is_own { why } else { trouble.to_string() };
                    continue;
                }
            };
            let (turn, side) = (position.turn(), seat.chosen.side());
            if turn != side {
                let other = Trouble::OtherTurn { turn, side, strategy: name };
                why = if is_own { why } else { other.to_string() };
                continue;
            }
            match seat.moves(task, pace, options) {
                Ok(()) => return Ok(()),
                // What the side to move is told counts most.
                Err(reason) => (why, is_own) = (reason, true),
            }
        }
        Err(why)
    }

    /// The strategy of that name, put to a position.
    fn seat(&mut self, name: &str, position: &Position) -> Result<&mut Seat, Trouble> {
        let fits = |seat: &Seat| seat.chosen.strategy().name == name && seat.chosen.fits(position);
        if let Some(at) = self.seats.iter().position(fits) {
            return Ok(&mut self.seats[at]);
        }
        let mut chosen = Chosen::new(self.text.clone(), &self.programs, position, Some(name))?;
        if let Some(table) = self.compiled.as_ref().filter(|table| table.strategy == name) {
            chosen.take_moves_from(table.clone(), &[])?;
        }
        self.seats.push(Seat { chosen, plays: Followed::NotYet, stood: None });
        let last = self.seats.len() - 1;
        Ok(&mut self.seats[last])
    }
}

impl Seat {
    /// What the strategy does, and which of its moves is quickest.
    ///
    /// # Errors
    /// Why it does nothing.
    fn moves(&mut self, task: &Task, pace: &Pace<'_>, options: &Options) -> Result<(), String> {
        let Seat { chosen, plays, stood } = self;
        let chosen = &*chosen;
        let teller = Teller { desk: pace.desk, task, options };
        let told = |trouble: Trouble| trouble.to_string();
        let asking = Consultation::new(chosen, pace);
        let session = follow(&asking, &task.course, stood).map_err(told)?;
        let strategy = &chosen.strategy().name;
        let does = session.does().map_err(told)?;
        let does = does.ok_or_else(|| format!("no rule of `{strategy}` applies"))?;
        let allowed = does.moves.iter().filter(|mv| task.only.is_empty() || task.only.contains(mv));
        let allowed: Vec<Move> = allowed.copied().collect();
        let first = *allowed.first().ok_or_else(|| format!("`{}` allows other moves", does.rule))?;
        pace.desk.better(task.number, first);
        let words = |mv: Move| {
            let why = reason(&asking, session.position(), &does, mv);
            why.map_or_else(|_| does.rule.clone(), |why| why.line(strategy))
        };
        // Whatever comes first, the answer or the end of the time, the rule has been named.
        let named = options.explain.then(|| words(first));
        named.iter().for_each(|why| teller.info(&format!("string {why}")));
        plays.try_again(chosen, task, pace);
        let scored = scored(&session, plays, &does, &allowed).map_err(told)?;
        let best = scored.first().map_or(first, |(mv, _)| *mv);
        pace.desk.better(task.number, best);
        // Of another move there may be other numbers to tell.
        if let Some(named) = named.filter(|_| best != first) {
            let why = words(best);
            if why != named {
                teller.info(&format!("string {why}"));
            }
        }
        teller.moves(&scored, &[best.to_string()]);
        Ok(())
    }
}

/// Follows the game to where it stands; only what was not followed the last time.
fn follow<'s, 'c>(
    asking: &'s Consultation<'c>,
    course: &Course,
    stood: &mut Option<(Vec<Position>, Standing)>,
) -> Result<Session<'s, 'c>, Trouble> {
    let mut positions = Vec::with_capacity(course.moves.len() + 1);
    let mut at = course.start;
    positions.push(*at.position());
    for mv in &course.moves {
        at = at.play(*mv);
        positions.push(*at.position());
    }
    let goes_on = stood.take().filter(|(known, _)| positions.starts_with(known));
    // Nobody is asked about positions with other men, or where somebody may castle.
    let fits = |position: &Position| asking.chosen.fits(position);
    let (mut session, mut done) = match goes_on {
        Some((known, standing)) => (Session::resumed(asking, &standing), known.len()),
        None => {
            let first = positions.iter().rposition(|position| !fits(position)).map_or(0, |other| other + 1);
            let first = first.min(positions.len() - 1);
            (Session::new(asking, positions[first]), first + 1)
        }
    };
    while let Some(mv) = course.moves.get(done - 1) {
        session.goes_on(*mv)?;
        done += 1;
    }
    *stood = Some((positions, session.standing()));
    Ok(session)
}

impl Followed {
    /// Follows all plays, if there is something to be learnt from them and there is time for it.
    fn try_again(&mut self, chosen: &Chosen, task: &Task, pace: &Pace<'_>) {
        let (desk, number) = (pace.desk, task.number);
        let begun = desk.now();
        // Half of the time is for everything else.
        let most = pace.left().map(|left| left / 2).or((!task.infinite).then_some(PATIENCE));
        let until = most.map(|most| begun + most);
        let pace = Pace { desk, number, until };
        match self {
            _ if !chosen.has_mates_to_count() => return,
            Followed::All(_) | Followed::Never => return,
            // What was too long is tried again only where there is much more time.
            Followed::Not(took) if pace.left().is_some_and(|left| left < *took * 2) => return,
            Followed::Not(_) | Followed::NotYet => {}
        }
        *self = match Plays::of(chosen, ClaimOptions::default().memory, &pace) {
            Ok(plays) => Followed::All(Box::new(plays)),
            Err(Trouble::Limit(Limit::Stopped(_))) => Followed::Not(desk.now().saturating_sub(begun)),
            Err(_) => Followed::Never,
        };
    }
}

/// Moves that a rule allows, the quickest first; in their own order as far as nothing is known.
fn scored(
    session: &Session<'_, '_>,
    plays: &Followed,
    does: &Does,
    allowed: &[Move],
) -> Result<Vec<(Move, Score)>, Trouble> {
    let mut scored = Vec::new();
    for &mv in allowed {
        let takes = match plays {
            Followed::All(plays) => session.takes(plays, does, mv)?,
            _ => None,
        };
        let mates = session.position().play(mv).is_mate();
        scored.push((mv, if mates { Some(1) } else { takes }));
    }
    scored.sort_by_key(|(_, takes)| takes.unwrap_or(u32::MAX));
    Ok(scored.into_iter().map(|(mv, takes)| (mv, takes.map_or(Score::Unknown, Score::Mates))).collect())
}
