import { Big, plain } from '~/platform/values/decimal'
import { counted } from '~/platform/values/show'
import type { Breach, CountedExplanation, EvidenceFigure, RuleResultText, ToExplain } from './contract'
import type { Noun } from './wording'

/** The most breaches that are kept; all are counted. */
const KEPT_BREACHES = 50

/** One comparison of a rule. Texts and figures are created only for those that are kept. */
export interface Comparison {
  holds: boolean
  subject: string
  formula: () => string
  /** In the unit of the tolerance; null where the rule only checks for presence. */
  difference?: () => Big | null
  /** Rough size of the difference, to find the largest; never to decide the result. */
  size?: number
  tolerance?: Big
  level?: string
  /** What a breach may be wrong by, in fund currency with either sign, where the rule has an impact. */
  impact?: () => Big
  /** What would explain the difference, where that is possible. */
  toExplain?: () => ToExplain
  figures: () => EvidenceFigure[]
}

/**
 * The findings of one rule. Collects comparisons, and what was missing where none could be made. Texts and cells are
 * written only when needed, so that a caller who only wants the result does not pay for them.
 */
export class Finding {
  private readonly broken: [Comparison, Big | null][] = []
  private written: Breach[] | null = null
  breachCount = 0
  compared = 0
  /** The note to show in addition when the result is OK. */
  note = ''
  /** The sum of the absolute impacts of all breaches; null where none has an impact. */
  impact: Big | null = null
  /** A breach blocks by itself, whatever its impact. */
  blocks = false
  /** The explanations that the result needs. */
  readonly explained: CountedExplanation[] = []
  private largest: Comparison | null = null
  private readonly missing = new Set<string>()
  private readonly leftOut = new Map<string, string[]>()
  private readonly remarked = new Map<string, string[]>()
  private readonly said: string[] = []

  constructor(private readonly noun: Noun) {}

  compare(comparison: Comparison): void {
    this.compared += 1
    if (this.largest === null || (comparison.size ?? 0) > (this.largest.size ?? 0)) this.largest = comparison
    if (comparison.holds) return
    this.breachCount += 1
    const impact = comparison.impact?.() ?? null
    if (impact) this.impact = (this.impact ?? new Big(0)).plus(impact.abs())
    if (this.broken.length < KEPT_BREACHES) this.broken.push([comparison, impact])
  }

  /** The first breaches with their evidence. */
  get breaches(): Breach[] {
    this.written ??= this.broken.map(([comparison, impact]) => breachOf(comparison, impact))
    return this.written
  }

  /** Something that the whole rule needs is missing: a file, a column, the previous control, the benchmark. */
  lacks(what: string): void {
    this.missing.add(what)
  }

  /** One class, account or line lacks something (a value, a previous line, a rate) and is left out. */
  leaveOut(what: string, subject: string): void {
    const subjects = this.leftOut.get(what)
    if (subjects) subjects.push(subject)
    else this.leftOut.set(what, [subject])
  }

  /** Names a subject whatever the result: "split?" and the instrument. */
  remark(what: string, subject: string): void {
    const subjects = this.remarked.get(what)
    if (subjects) subjects.push(subject)
    else this.remarked.set(what, [subject])
  }

  /** A sentence that a result has whatever it is, unless it is not applicable. */
  say(sentence: string): void {
    this.said.push(sentence)
  }

  /** True when `lacks` was called: the rule can stop. */
  get cannotBeJudged(): boolean {
    return this.missing.size > 0
  }

  get result(): RuleResultText {
    if (this.breachCount > 0) return 'NOK'
    const lacking = this.missing.size > 0 || this.leftOut.size > 0
    return this.compared === 0 && lacking ? 'OK - not applicable' : 'OK'
  }

  get comment(): string {
    if (this.result === 'OK - not applicable')
      return `Missing: ${[...this.missing, ...listed(this.leftOut)].join('; ')}.`
    const remarks = listed(this.remarked).map((remark) => `${remark}.`)
    return [this.result === 'OK' ? this.note : this.breachComment(), ...remarks, ...this.said]
      .filter(Boolean)
      .join(' ')
  }

  get computation(): string {
    if (this.compared === 0 && this.result !== 'OK') return 'Nothing could be compared.'
    const largest = this.largest
    const sentences: string[] = []
    if (this.compared === 0) sentences.push(`No ${this.noun.one} for this rule to check.`)
    else if (this.compared === 1 && largest) sentences.push(`${largest.formula()}.`)
    else {
      const breaks =
        this.breachCount === 0
          ? 'none breaks the rule'
          : `${this.breachCount} ${this.breachCount === 1 ? 'breaks' : 'break'} the rule`
      sentences.push(`${counted(this.compared, this.noun.one, this.noun.many)} checked, ${breaks}.`)
      if (largest?.size) sentences.push(`Largest difference at ${largest.subject}: ${largest.formula()}.`)
    }
    if (this.leftOut.size > 0) sentences.push(`Left out for lack of ${listed(this.leftOut).join('; ')}.`)
    for (const remark of listed(this.remarked)) sentences.push(`${remark}.`)
    return [...sentences, ...this.said].join(' ')
  }

  private breachComment(): string {
    const first = this.breaches[0]
    if (!first) return ''
    if (this.breachCount === 1) return `${first.subject}: ${first.formula}.`
    const subjects = [...new Set(this.breaches.map((breach) => breach.subject))]
    const more = this.breachCount - this.breaches.length
    return `${named(subjects, subjects.length + more)}. First, ${first.subject}: ${first.formula}.`
  }
}

/** "Price (A, B)" */
function listed(subjectsOf: ReadonlyMap<string, string[]>): string[] {
  return [...subjectsOf].map(([what, subjects]) => `${what} (${named(subjects, subjects.length)})`)
}

/** "A, B, C and 2 others" */
function named(subjects: readonly string[], count: number): string {
  const first = subjects.slice(0, 3)
  const more = count - first.length
  return first.join(', ') + (more > 0 ? ` and ${counted(more, 'other')}` : '')
}

/** The approximate size of a number without its sign, to nine digits. */
export function sizeOf(value: Big): number {
  let size = 0
  for (let place = Math.min(value.c.length, 9) - 1; place >= 0; place -= 1)
    size = size / 10 + (value.c[place] ?? 0)
  return size * 10 ** value.e
}

function breachOf(comparison: Comparison, impact: Big | null): Breach {
  const difference = comparison.difference?.() ?? null
  return {
    subject: comparison.subject,
    formula: comparison.formula(),
    difference: difference && plain(difference),
    tolerance: comparison.tolerance ? plain(comparison.tolerance) : null,
    level: comparison.level ?? null,
    impact: impact && plain(impact.round(10)),
    ...(comparison.toExplain ? { toExplain: comparison.toExplain() } : {}),
    figures: comparison.figures(),
  }
}
