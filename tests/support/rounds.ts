/** How often a test repeats itself: more in `npm run test:faults`, which sets TEST_FAULTS=long, as a release needs. */
export const rounds = (usual: number, long: number) => (process.env.TEST_FAULTS === 'long' ? long : usual)

/** One part of the values, another one for each place, so that together the places get all; in the long run, all of them. */
export const shareOf = <T>(values: readonly T[], place: number, parts: number): T[] =>
  values.filter((_, at) => (at + place) % rounds(parts, 1) === 0)

/**
 * What one of several runs does of a long run: TEST_PART=2/6 is the second of six, which together do all. Without it, all.
 */
export function partOfRun<T>(values: readonly T[]): T[] {
  const [part = 1, parts = 1] = (process.env.TEST_PART ?? '1/1').split('/').map(Number)
  return values.filter((_, at) => at % parts === part - 1)
}
