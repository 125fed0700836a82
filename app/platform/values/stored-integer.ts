/** The largest number that an integer column of the database holds: no row has a larger id, and none may be asked for. */
export const LARGEST_INTEGER = 2_147_483_647
