//! Whole endgames: how many positions are won, drawn and lost, and the longest win.

use std::sync::Arc;

use adli_chess::{MAX_MEN, Material};
use adli_tables::layout::Layout;
use adli_tables::stats::count;
use adli_workbench::{Line, LineRequest, MainlineMove, StatsReport};
use schemars::JsonSchema;
use serde::Serialize;

use crate::asked::position;
use crate::desk::{Call, Desk};
use crate::hall::Lane;
use crate::jobs::Order;
use crate::refusal::Refusal;
use crate::route::Route;
use crate::values::Source;

/// Endgames of so many men are counted while somebody waits.
const COUNTED_MEN: usize = 3;

/// All endgames.
#[derive(Serialize, JsonSchema)]
pub struct Endgames {
    /// Those of three men, then those of more.
    endgames: Vec<EndgameEntry>,
}

/// An endgame in the list.
#[derive(Serialize, JsonSchema)]
struct EndgameEntry {
    material: String,
    men: usize,
    /// Whether its values are at hand, or solved in a moment.
    known: bool,
}

/// What `adli stats` says of an endgame, and the longest win.
#[derive(Serialize, JsonSchema)]
pub struct Counted {
    /// The counts.
    #[serde(flatten)]
    pub counts: StatsReport,
    /// The longest win of either side.
    pub longest: Option<LongestLine>,
}

/// The longest win, played out.
#[derive(Serialize, JsonSchema)]
pub struct LongestLine {
    /// Where it begins.
    pub fen: String,
    /// How long it is.
    pub words: String,
    /// Best play of both sides.
    pub line: Vec<MainlineMove>,
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/endgames", "all endgames of up to five men", &[], Lane::Quick, |call, _| {
            let endgames = all(call).into_iter().map(|(material, known)| EndgameEntry {
                material: material.to_string(),
                men: material.men(),
                known,
            });
            Ok(Endgames { endgames: endgames.collect() })
        }),
        Route::get(
            "/api/endgames/{material}",
            "the counts of an endgame, and its longest win with best play",
            &[],
            Lane::Slow,
            |call, asked| counted(call, asked.material()?),
        ),
    ]
}

/// All endgames, and whether their values are at hand or solved in a moment.
pub fn all(call: Call<'_>) -> Vec<(Material, bool)> {
    let materials = (3..=MAX_MEN).flat_map(Material::all);
    materials.map(|material| (material, call.desk.values.is_known(material))).collect()
}

/// The counts of an endgame, and its longest win.
///
/// # Errors
/// They are not known; if they can be found out, they now are.
pub fn counted(call: Call<'_>, material: Material) -> Result<Counted, Refusal> {
    let source = call.values_of(material)?;
    let counts = match known(call, material)? {
        Some(counts) => counts,
        None => {
            let job = count_later(call, material, source)?;
            return Err(Refusal::later(format!("the positions of {material} are counted first"), &job));
        }
    };
    let longest = match counts.longest() {
        None => None,
        Some(longest) => {
            let line = Line::of(&source, &position(&longest.fen)?, LineRequest::default())?;
            let line = line.moves.into_iter().map(|mv| MainlineMove { uci: mv.uci, san: mv.san });
            Some(LongestLine { fen: longest.fen, words: longest.words, line: line.collect() })
        }
    };
    Ok(Counted { counts: StatsReport::clone(&counts), longest })
}

/// The counts of an endgame, if they have been found out or that takes a moment.
///
/// # Errors
/// Tables cannot be read.
pub fn known(call: Call<'_>, material: Material) -> Result<Option<Arc<StatsReport>>, Refusal> {
    if let Some(counts) = call.desk.counts.get(&material) {
        return Ok(Some(counts));
    }
    if material.men() > COUNTED_MEN {
        return Ok(None);
    }
    let source = call.values_of(material)?;
    count_now(call.desk, material, &source, call.watch).map(Some)
}

fn count_now(
    desk: &Desk,
    material: Material,
    source: &Source,
    watch: &dyn adli_claims::Watch,
) -> Result<Arc<StatsReport>, Refusal> {
    let canonical = material.canonical();
    let known = source.whole(canonical)?;
    let table = known.get(canonical).ok_or_else(|| Refusal::internal("a table that was opened is gone"))?;
    let stats = count(table, watch)?;
    let stats = if material == canonical { stats } else { stats.flipped() };
    let report = Arc::new(StatsReport::new(&stats));
    desk.counts.put(material, Arc::clone(&report));
    Ok(report)
}

/// Counts an endgame as a job; its name.
fn count_later(call: Call<'_>, material: Material, source: Source) -> Result<String, Refusal> {
    let what = format!("count {material}");
    if let Some(job) = call.desk.jobs.open(&what) {
        return Ok(job.id.clone());
    }
    let desk = Arc::clone(call.desk);
    let job = call.desk.jobs.add(Order {
        what,
        is_short: false,
        client: call.client,
        seconds: call.desk.config.seconds,
        work: Box::new(move |job| {
            job.progress.whole(Layout::places_of(material.canonical()) as u64 / 64);
            count_now(&desk, material, &source, &job.progress).map(|_| None)
        }),
    })?;
    Ok(job.id.clone())
}
