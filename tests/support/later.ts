import { onTestFinished, vi } from 'vitest'

/** Advances the test’s clock from here on, and resets it afterwards. */
export function later(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}
