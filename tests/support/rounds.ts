/** How often a test repeats itself: more in `npm run test:faults`, which sets TEST_FAULTS=long, as a release needs. */
export const rounds = (usual: number, long: number) => (process.env.TEST_FAULTS === 'long' ? long : usual)

/** One part of the values, another one for each place, so that together the places get all; in the long run, all of them. */
export const shareOf = <T>(values: readonly T[], place: number, parts: number): T[] =>
  values.filter((_, at) => (at + place) % rounds(parts, 1) === 0)
