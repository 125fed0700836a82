import { counted } from '~/platform/values/counted'

/** "12 process dates moved."; undefined when none did. */
export function movedSentence(moved: number): string | undefined {
  if (moved === 0) return undefined
  return `${counted(moved, 'process date')} moved.`
}
