/**
 * The largest number that an integer column of the database holds: no row has a larger id, and a larger one must not be
 * queried.
 */
export const LARGEST_INTEGER = 2_147_483_647
