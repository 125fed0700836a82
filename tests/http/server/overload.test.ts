import { percentile } from 'tests/bench/figures'
import { Random } from 'tests/support/workbooks/random'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Rank, waitingLine } from '~/http/server/waiting-line'

// The line of a process in a simulation: a processor that does one thing after the other, as an event loop does, and
// users who think a second between two clicks. What requests cost was measured with "npm run bench -- load".

interface Kind {
  rank: Rank
  /** Percent of all clicks; steps are taken on pages that were answered. */
  share: number
  /** Of the processor, in milliseconds, on average. */
  cost: number
}

const KINDS = {
  list: { rank: 'page', share: 40, cost: 9 },
  panel: { rank: 'page', share: 27, cost: 18 },
  call: { rank: 'page', share: 30, cost: 5 },
  before: { rank: 'page', share: 3, cost: 5 },
  step: { rank: 'step', share: 0, cost: 21 },
} satisfies Record<string, Kind>
type Name = keyof typeof KINDS
const NAMES = Object.keys(KINDS) as Name[]
/** Of a click, with the step that follows on some of them: of 103 answers. */
const MEAN_COST =
  (NAMES.reduce((sum, name) => sum + KINDS[name].share * KINDS[name].cost, 0) + 3 * KINDS.step.cost) / 103
/** To read the head of a request and to refuse it. */
const REFUSAL_COST = 0.2
/** Between two statements a request waits for its database. */
const PARTS = 4
const DATABASE_MS = 5
const SECONDS = 20
/** Unmeasured: the line learns its pace. */
const FIRST_MS = 5_000
/** How often the line's own timers are looked at. */
const TIMERS_MS = 10

/** How much of a processor is left at a time. */
type Processor = (now: number) => number
const whole: Processor = () => 1
/** Another process takes turns with ours. */
const half: Processor = (now) => (now % 20 < 10 ? 1 : 0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Simulated {
  /** Good answers a second. */
  good: number
  p95: number
  /** Of the steps that were sent, how many were taken. */
  steps: number
  /** Of the requests of the users, without those of the program, how many were answered. */
  ofUsers: number
}

/** @param program requests that one program always has under way besides */
function simulate(processor: Processor, users: number, program = 0): Simulated {
  const random = new Random(44)
  let now = 0
  let delay = 0
  const line = waitingLine({ clock: () => now, loopDelay: () => delay })
  const agenda = new Map<number, (() => void)[]>()
  const todo: { ms: number; since: number; done: () => void }[] = []
  const asked: { name: Name; sender: string; ms: number | null }[] = []
  const names = NAMES.flatMap((name) => Array<Name>(KINDS[name].share).fill(name))

  const work = (ms: number, done: () => void) => todo.push({ ms, since: now, done })

  function after(ms: number, go: () => void): void {
    const at = now + Math.ceil(ms)
    agenda.set(at, [...(agenda.get(at) ?? []), go])
  }

  function ask(name: Name, sender: string, pause: () => number): void {
    const { rank, cost } = KINDS[name]
    const part = (cost * random.between(0.5, 1.5)) / PARTS
    const arrivedAt = now
    const end = (ms: number | null) => {
      if (arrivedAt > FIRST_MS) asked.push({ name, sender, ms })
      if (name === 'before' && ms !== null) ask('step', sender, pause)
      else after(pause(), () => ask(random.pick(names), sender, pause))
    }
    work(REFUSAL_COST, () => {
      const leave = line.enter({
        rank,
        sender,
        elsewhere: () => false,
        go: () => goOn(PARTS),
        refuse: () => end(null),
      })
      function goOn(left: number): void {
        work(part, () => {
          if (left > 1) return after(DATABASE_MS, () => goOn(left - 1))
          leave()
          end(now - arrivedAt)
        })
      }
    })
  }

  const thinks = () => random.between(500, 1_500)
  for (let user = 0; user < users; user += 1)
    after(thinks(), () => ask(random.pick(names), `user ${user}`, thinks))
  for (let at = 0; at < program; at += 1) ask('call', 'program', () => 100)
  while (now < SECONDS * 1_000) {
    now += 1
    if (now % TIMERS_MS === 0) vi.advanceTimersByTime(TIMERS_MS)
    for (const go of agenda.get(now) ?? []) go()
    agenda.delete(now)
    for (let left = processor(now); left > 0; ) {
      const [first] = todo
      if (!first) break
      const used = Math.min(left, first.ms)
      left -= used
      first.ms -= used
      if (first.ms > 0) continue
      delay += 0.05 * (now - first.since - delay)
      todo.shift()
      first.done()
    }
  }
  const served = asked.flatMap(({ ms }) => ms ?? [])
  const shareOf = (some: typeof asked) => some.filter(({ ms }) => ms !== null).length / some.length
  return {
    good: served.length / (SECONDS - FIRST_MS / 1_000),
    p95: percentile(served, 0.95),
    steps: shareOf(asked.filter(({ name }) => name === 'step')),
    ofUsers: shareOf(asked.filter(({ sender }) => sender !== 'program')),
  }
}

/** Good answers a second of this part of a processor, if nothing were refused. */
const capacity = (part: number) => (1_000 * part) / MEAN_COST

describe.each([
  ['a whole processor', whole, capacity(1)],
  ['half a processor', half, capacity(0.5)],
])('on %s', (_, processor, most) => {
  // Each of them would like one answer a second.
  test.each([2, 4])('%s times as many users as it can serve get as many good answers, in time', (times) => {
    const { good, p95, steps } = simulate(processor, Math.round(times * most))
    expect(good / most).toBeGreaterThan(0.9)
    expect(p95).toBeLessThan(1_500)
    expect(steps).toBeGreaterThan(0.95)
  })
})

test('a machine that loses half of its processor meanwhile goes on answering in time', () => {
  const { good, p95 } = simulate(
    (now) => (now < 12_000 ? whole(now) : half(now)),
    Math.round(2 * capacity(1)),
  )
  // Of the 15 measured seconds it has 7 for itself.
  expect(good / capacity((7 + 8 / 2) / 15)).toBeGreaterThan(0.9)
  expect(p95).toBeLessThan(1_500)
})

test('a program with sixty requests at a time takes nothing from others', () => {
  const { ofUsers, p95 } = simulate(whole, Math.round(capacity(1) / 2), 60)
  expect(ofUsers).toBeGreaterThan(0.98)
  expect(p95).toBeLessThan(1_500)
})
