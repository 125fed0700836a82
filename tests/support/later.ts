import { onTestFinished, vi } from 'vitest'

/** From here on the clock of the test is later: what depends on it differs. It goes right again afterwards. */
export function later(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}
