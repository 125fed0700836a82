import { randomInt } from 'node:crypto'

/** Consonants alone: no word that a page says, or that another test looks for, is among their rows. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/**
 * A name of one's own in each run of a test: in whatever order tests run, and however often on the same site, none
 * meets what another one left.
 * @param name what the test is about; four letters are added to it
 */
export function ownName(name: string): string {
  return name + Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
