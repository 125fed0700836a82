/** "12 process dates moved."; undefined when none did. */
export function movedSentence(moved: number): string | undefined {
  if (moved === 0) return undefined
  return `${moved.toLocaleString('en-GB')} process date${moved === 1 ? '' : 's'} moved.`
}
