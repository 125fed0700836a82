/** What the fields of a draft hold at most. */

export const LONGEST_REFERENCE = 200
