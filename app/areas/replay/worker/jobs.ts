import { createHash } from 'node:crypto'
import type { RuleId } from '~/areas/navs/rules/catalogue'
import type { RuleInput } from '~/areas/navs/rules/contract'
import { rulesOver } from '~/areas/navs/rules/evaluate'
import { ruleReferenceOfJson } from '~/areas/navs/rules/stored-input'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { controlDataOf } from '~/areas/navs/workbooks/lines-by-column'
import type { WorkerPool } from '~/platform/threads/pool'
import { plain } from '~/platform/values/decimal'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { type AtThreshold, atThreshold, type RuleFloor, ruleFloors } from '../curve'
import { type Floor, floorsOf, thresholdOf } from '../detection/floor'
import type { ReplayChange } from '../replay'
import { type ReplayedControl, replayControl, type StoredControl } from '../replay-control'

/** A stored control as the database gives it: figures and inputs are still JSON. */
export interface ControlTexts extends Omit<StoredControl, 'input'> {
  /** `StoredFigures` of the control and of the one that it was compared with. */
  figures: string
  previous: { id: number; figures: string } | null
  /** `StoredReference`. */
  reference: string
}

/** Figures that were read last: a control is the previous one of the next. */
const read = new Map<number, { text: string; data: ControlData }>()
const CACHE_SIZE = 3

function figuresOf(id: number, text: string): ControlData {
  const cached = read.get(id)
  if (cached?.text === text) return cached.data
  const data = controlDataOf(text)
  read.delete(id)
  read.set(id, { text, data })
  const [oldest] = read.keys()
  if (read.size > CACHE_SIZE && oldest !== undefined) read.delete(oldest)
  return data
}

function inputOf({ id, figures, previous, reference }: ControlTexts): RuleInput {
  return {
    ...ruleReferenceOfJson(reference),
    data: figuresOf(id, figures),
    previous: previous && figuresOf(previous.id, previous.figures),
  }
}

/** SHA-256 of all that a job reads of a control: its figures, those before it, its inputs and its results. */
function hashOf({ figures, previous, reference, ...stored }: ControlTexts): string {
  const hash = createHash('sha256')
  for (const text of [figures, previous?.figures ?? '', reference, canonicalJson(stored)])
    hash.update(`${text.length}:`).update(text)
  return hash.digest('hex')
}

/** What a job found, and the hash of all that it read. */
interface Found<Result> {
  hash: string
  found: Result
}

/** The rules over stored controls: heavy work that is kept off the main thread. */
export const jobs = {
  /** One control under several sets of changes. */
  replay(control: ControlTexts, sets: readonly (readonly ReplayChange[])[]): Found<ReplayedControl[]> {
    const { figures: _, previous: __, reference: ___, ...stored } = control
    const full = { ...stored, input: inputOf(control) }
    const over = rulesOver(full.input)
    return { hash: hashOf(control), found: sets.map((changes) => replayControl(full, changes, over)) }
  },

  /** The floor of each known error in a control, and the fund's error threshold in basis points. */
  floors(control: ControlTexts): Found<{ floors: Floor[]; threshold: string }> {
    const input = inputOf(control)
    const found = { floors: floorsOf(input), threshold: plain(thresholdOf(input.tolerances)) }
    return { hash: hashOf(control), found }
  },

  /** The floors of one rule at each factor of one of its tolerances. */
  ruleFloors: (control: ControlTexts, rule: RuleId, tolerance: string): Found<RuleFloor[]> => ({
    hash: hashOf(control),
    found: ruleFloors(inputOf(control), rule, tolerance),
  }),

  /** What single changes of tolerances gain and lose at the fund's error threshold. */
  atThreshold: (
    control: ControlTexts,
    changes: readonly { tolerance: string; factor: string }[],
  ): Found<AtThreshold[]> => ({ hash: hashOf(control), found: atThreshold(inputOf(control), changes) }),
}

type ReplayJobs = typeof jobs

/** Threads that run rules over stored controls, separate from those of uploads. */
export type ReplayWorkers = WorkerPool<ReplayJobs>
