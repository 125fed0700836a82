import { randomInt } from 'node:crypto'

/** Only consonants: no word on a page, or in another test, is among their combinations. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/**
 * A new name in each run of a test: whatever the order and number of runs on one site, no test meets what another left.
 * @param name the subject of the test; four letters are appended
 */
export function ownName(name: string): string {
  return name + Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
