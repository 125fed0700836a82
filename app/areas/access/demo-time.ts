/** The first instant of the demo's story: what a site with demo data is installed with counts from then, as its past. */
export const DEMO_BEGINS = new Date('2026-07-15T08:00:00Z')

/** The last instant of the story; in a demo site the clock begins here. */
export const DEMO_ENDS = new Date('2026-11-03T18:00:00Z')
