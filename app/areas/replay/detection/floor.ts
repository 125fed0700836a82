import { RULES, type RuleId } from '~/areas/navs/rules/catalogue'
import type { RuleInput, ToleranceInForce } from '~/areas/navs/rules/contract'
import { isMeasuredBy, type RulesOver, rulesOver, type Verdict } from '~/areas/navs/rules/evaluate'
import { TOLERANCES } from '~/areas/navs/rules/tolerances'
import { toleranceName } from '~/areas/navs/tolerances'
import type { ControlData } from '~/areas/navs/workbooks/control-data'
import { Big, plain } from '~/platform/values/decimal'
import { showExact } from '~/platform/values/show'
import {
  bringing,
  type FirstBreach,
  isBlindCell,
  SOURCE_NAMES,
  SOURCE_RULES,
  type WithSources,
} from './detection'
import { type ErrorId, hasRoom, KNOWN_ERRORS, type KnownError, withError } from './errors'

/** The sizes that are tried, in basis points of FUND TNA. */
const SIZES = { least: 1, most: 500 } as const
/**
 * Sizes that are tried first, the smallest first: a larger error is not always easier to find, as one that is just as
 * large as a distribution is taken for it. Between the last that is not found and the first that is, the rest is
 * bisected.
 */
const PROBES = [1, 2, 5, 10, 25, 50, 100, 250]

/** The smallest size of an error that some rule finds. */
export interface Floor {
  error: ErrorId
  /** In basis points of FUND TNA; null where no rule finds it. */
  bp: number | null
  /** The rules that fail at that size and not without the error, in the order of the rule table. */
  rules: RuleId[]
  /** The largest size that the books have room for; null where it cannot happen in them. */
  most: number | null
  /** What would close a blind spot, a sentence each; empty where the error is found below the threshold. */
  closes: string[]
  /** Where it would be seen at that size; null where no rule finds it. */
  seen: FirstBreach | null
  /** The same without second sources; null where the control had none. */
  sources: WithSources | null
}

type Tolerances = Readonly<Record<string, ToleranceInForce>>

/** The error threshold of a fund in basis points. */
export const thresholdOf = (tolerances: Tolerances): Big =>
  new Big(tolerances['N11.threshold']?.value ?? 0).times(100)

/** Which rules fail because of an error: rules that failed without it count only where they get worse. */
export class Watch {
  readonly #known = new Map<RuleId, Verdict>()
  /** The rule that failed last runs first: it usually fails again. */
  #likely: RuleId[]

  constructor(
    readonly input: RuleInput,
    readonly only: readonly RuleId[] = RULES.map(({ id }) => id),
    /** Over the files without the error. */
    private readonly rules: RulesOver = rulesOver(input),
  ) {
    this.#likely = [...only]
  }

  /** The same files under other tolerances, watched by some rules alone. */
  under(tolerances: Tolerances, only: readonly RuleId[]): Watch {
    return new Watch({ ...this.input, tolerances }, only, this.rules.under(tolerances))
  }

  /** The same files, watched by all rules but some. */
  without(rules: readonly RuleId[]): Watch {
    if (rules.length === 0) return this
    const others = this.only.filter((rule) => !rules.includes(rule))
    return new Watch(this.input, others, this.rules)
  }

  fails(rule: RuleId, verdict: Verdict): boolean {
    if (verdict.result !== 'NOK') return false
    const before = this.#known.get(rule) ?? this.rules.verdict(rule)
    this.#known.set(rule, before)
    return (
      before.result !== 'NOK' ||
      verdict.breachCount > before.breachCount ||
      (verdict.severity === 'B' && before.severity === 'W')
    )
  }

  over(data: ControlData): RulesOver {
    return this.rules.over(data)
  }

  /** True when any of these rules fails over these files. */
  finds(data: ControlData, by: readonly RuleId[] = this.only): boolean {
    const rules = this.over(data)
    const candidates = this.#likely.filter((rule) => by.includes(rule))
    const found = candidates.find((rule) => this.fails(rule, rules.verdict(rule)))
    if (found) this.#likely = [found, ...this.#likely.filter((each) => each !== found)]
    return found !== undefined
  }

  all(data: ControlData): RuleId[] {
    const rules = this.over(data)
    return this.only.filter((rule) => this.fails(rule, rules.verdict(rule)))
  }
}

/** The largest size that the books have room for: more never fits where less does not. */
export function largestSize(error: KnownError, input: RuleInput): number | null {
  if (hasRoom(error, input, SIZES.most)) return SIZES.most
  if (!hasRoom(error, input, SIZES.least)) return null
  let [fits, not] = [SIZES.least as number, SIZES.most as number]
  while (not - fits > 1) {
    const middle = Math.floor((fits + not) / 2)
    if (hasRoom(error, input, middle)) fits = middle
    else not = middle
  }
  return fits
}

/** The smallest size that is found; null where none is. */
export function smallestFound(error: KnownError, watch: Watch, most: number): number | null {
  let below = 0
  for (const size of [...PROBES.filter((each) => each < most), most]) {
    const data = withError(error, watch.input, size)
    const rules = data ? watch.all(data) : []
    if (rules.length > 0) return bisected(error, watch, [below, size], rules)
    below = size
  }
  return null
}

/** Between two sizes only the rules that found the larger one run; at the end all do, in case one finds less. */
function bisected(
  error: KnownError,
  watch: Watch,
  [below, top]: readonly [number, number],
  rules: readonly RuleId[],
): number {
  const found = (bp: number, by?: readonly RuleId[]) => {
    const data = withError(error, watch.input, bp)
    return data !== null && watch.finds(data, by)
  }
  let [not, is] = [below, top]
  while (is - not > 1) {
    const middle = Math.floor((not + is) / 2)
    if (found(middle, rules)) is = middle
    else not = middle
  }
  return not > below && found(not) ? bisected(error, watch, [below, not], watch.only) : is
}

/** The floor of each known error in a control, and what would close those that are above the fund's threshold. */
export function floorsOf(input: RuleInput, errors: readonly KnownError[] = KNOWN_ERRORS): Floor[] {
  const all = new Watch(input)
  const alone = filesAlone(input)
  const threshold = thresholdOf(input.tolerances)
  return errors.map((error) => {
    const watch = all.without(error.alsoInSource)
    const most = largestSize(error, input)
    if (most === null)
      return { error: error.id, bp: null, rules: [], most, closes: [], seen: null, sources: null }
    const bp = smallestFound(error, watch, most)
    const data = bp === null ? null : withError(error, input, bp)
    const isBlind = isBlindCell({ bp, most }, plain(threshold))
    const rules = data ? watch.all(data) : []
    const [first] = rules
    const atThreshold = Math.min(most, Number(threshold.round(0, Big.roundUp)))
    return {
      error: error.id,
      bp,
      rules,
      most,
      seen: data && first ? seenBy(first, watch.over(data)) : null,
      closes: isBlind ? closing(error, watch, atThreshold) : [],
      sources: alone && comparedWithAlone(error, watch, alone, { bp, most, rules, atThreshold }),
    }
  })
}

const LEANING: readonly RuleId[] = Object.values(SOURCE_RULES).flat()

/** The same control without second sources, watched by the rules that need none; null where it has none. */
function filesAlone(input: RuleInput): Watch | null {
  if (!input.sources && !input.fund.announcementsKept) return null
  const { sources: _, ...files } = input
  return new Watch(
    { ...files, fund: { ...input.fund, announcementsKept: false } },
    RULES.flatMap(({ id }) => (LEANING.includes(id) ? [] : [id])),
  )
}

/** The floor of an error by the files alone, and the sources that find it at the threshold where these are blind. */
function comparedWithAlone(
  error: KnownError,
  watch: Watch,
  files: Watch,
  { bp, most, rules, atThreshold }: Pick<Floor, 'bp' | 'rules'> & { most: number; atThreshold: number },
): WithSources {
  // Where a rule of the files finds the smallest size, it is theirs, too.
  const isOwn = bp === null || rules.some((rule) => !LEANING.includes(rule))
  const alone = isOwn ? bp : smallestFound(error, files, most)
  const threshold = plain(thresholdOf(watch.input.tolerances))
  if (!isBlindCell({ bp: alone, most }, threshold)) return { alone, buys: [] }
  const data = withError(error, watch.input, atThreshold)
  const failing = data ? watch.all(data) : []
  const buys = SOURCE_NAMES.filter((source) => SOURCE_RULES[source].some((rule) => failing.includes(rule)))
  return { alone, buys }
}

/** The first cell of these files that a failing rule shows. */
function seenBy(rule: RuleId, rules: RulesOver): FirstBreach | null {
  for (const { subject, figures } of rules.outcome(rule).breaches) {
    const found = figures.find(({ upload }) => upload === 'current')
    if (found) {
      const { label, file, sheet, cell } = found
      return { rule, subject, label, file, sheet, cell }
    }
  }
  return null
}

/** The factors by which a tolerance is tried. */
const LOWER = ['0.5', '0.2', '0.1'] as const

/** What would let a rule find an error of this size: data that it lacks, or a lower tolerance. */
function closing(error: KnownError, watch: Watch, bp: number): string[] {
  const data = withError(error, watch.input, bp)
  if (!data) return []
  const rules = watch.over(data)
  return error.rules.flatMap((rule) => {
    const { result, name, comment } = rules.outcome(rule)
    if (result === 'OK - not applicable') {
      return [`${name} is not applicable (${comment.replace(/\.$/, '')}): ${bringing(comment)}.`]
    }
    const lowered = result === 'OK' ? lowerTolerance(rule, watch, data) : null
    return lowered === null ? [] : [lowered]
  })
}

function lowerTolerance(rule: RuleId, watch: Watch, data: ControlData): string | null {
  const { tolerances } = watch.input
  for (const { key } of TOLERANCES) {
    const now = tolerances[key]
    if (!now || !isMeasuredBy(rule, key) || !key.startsWith(`${rule}.`) || key.endsWith('.blocks')) continue
    for (const factor of LOWER) {
      const value = plain(new Big(now.value).times(factor))
      const lowered = { ...tolerances, [key]: { ...now, value } }
      if (watch.under(lowered, [rule]).finds(data))
        return `Lower ${toleranceName(key)} from ${showExact(now.value)} to ${showExact(value)}: ${rule} finds it then.`
    }
  }
  return null
}
