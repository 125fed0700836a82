import type { OversightFacts } from './facts'
import { reportOf, type StatedFacts } from './make-report'
import type { OversightReport } from './report'

type MakeReport = (facts: OversightFacts, stated: StatedFacts) => Promise<OversightReport>

let aside: MakeReport | null = null

/** Has reports counted by this function, in a thread; null: they are counted here. */
export function setReportAside(make: MakeReport | null): void {
  aside = make
}

/** A report from its facts, counted beside the work of others. */
export async function reportAside(facts: OversightFacts, stated: StatedFacts): Promise<OversightReport> {
  return aside === null ? reportOf(facts, stated) : aside(facts, stated)
}
