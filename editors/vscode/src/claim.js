"use strict";

const CLAIM = /^\s*(?:lemma|theorem|query)\s+([\p{L}_][\p{L}\p{N}_]*)\s*:/u;
const OTHER = /^\s*(?:advice|change|def|endgame|moves|option|recogniser|strategy|use)\s/u;

/**
 * The claim in which a line stands: the nearest declaration that begins there or above, if it is one.
 *
 * @param {readonly string[]} lines
 * @param {number} line
 * @returns {string | undefined}
 */
function claimAt(lines, line) {
  for (let at = line; at >= 0; at -= 1) {
    const claim = CLAIM.exec(lines[at]);
    if (claim) return claim[1];
    if (OTHER.test(lines[at])) return undefined;
  }
  return undefined;
}

module.exports = { claimAt };
