import { TestRunner } from 'vitest'

/** Which attempt of the test this is, from 0. */
export function attempt(): number {
  return TestRunner.getCurrentTest()?.result?.retryCount ?? 0
}

/** A name of one's own at each attempt of a test: what a first attempt left behind is not met by the second. */
export function ownName(name: string): string {
  return attempt() === 0 ? name : `${name}${attempt()}`
}
