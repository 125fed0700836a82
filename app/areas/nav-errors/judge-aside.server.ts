import { type AmountsInput, type JudgedAmounts, judgedAmounts } from './judged-amounts'

type Judge = (input: AmountsInput) => Promise<JudgedAmounts>

let aside: Judge | null = null

/** Has cases with many deals worked out by this function, in a thread; null: all are here. */
export function setJudgeAside(judge: Judge | null): void {
  aside = judge
}

/** Below, the way to a thread and back takes longer than the work. */
const MANY_DEALS = 300

/** How wrong the NAVs of a case were, and who is owed what: of many deals beside the work of others. */
export async function amountsOf(input: AmountsInput): Promise<JudgedAmounts> {
  return aside === null || input.deals.length < MANY_DEALS ? judgedAmounts(input) : aside(input)
}
