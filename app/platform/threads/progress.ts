/** Takes the words of what a job is doing: "Reading 2 of 3…". */
export type OnStep = (words: string) => void

let listener: OnStep | null = null

/** What a job says of its step goes to this listener; a worker does one job at a time. */
export function listenToSteps(onStep: OnStep | null): void {
  listener = onStep
}

/** Said by a job as it goes on. Nobody need listen. */
export function sayStep(words: string): void {
  listener?.(words)
}
