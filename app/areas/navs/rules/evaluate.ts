import {
  accountChange,
  duplicateAccounts,
  frozenAccrual,
  suspenseAccounts,
  unmappedAccounts,
  wrongSide,
} from './balance-movement'
import { balanceAndNav, doubleEntry, overdraft } from './balance-totals'
import { RULES, type RuleId } from './catalogue'
import type { RuleInput, RuleOutcome } from './contract'
import { cashAndBalance, portfolioAndBalance } from './inventory-balance'
import { concentration } from './inventory-concentration'
import { duplicateLines, isin, matured } from './inventory-identity'
import { missingPrice, priceMovement, stalePrice } from './inventory-prices'
import { fxConsistency, lineValue, navPercent } from './inventory-values'
import { fundCurrency, navError, positiveFigures } from './nav-figures'
import { benchmark, classDispersion, navMovement } from './nav-movement'
import { shareClasses, shareRollForward } from './nav-shares'
import { assetsAndLiabilities, classTna, fundTna } from './nav-tna'
import { type RuleCheck, ruleContext } from './rule-context'
import { TOLERANCES } from './tolerances'

const CHECKS: Record<RuleId, RuleCheck> = {
  N01: fundCurrency,
  N02: shareClasses,
  N03: classTna,
  N04: fundTna,
  N05: assetsAndLiabilities,
  N06: positiveFigures,
  N07: navMovement,
  N08: shareRollForward,
  N09: classDispersion,
  N10: benchmark,
  N11: navError,
  B01: doubleEntry,
  B02: balanceAndNav,
  B03: unmappedAccounts,
  B04: suspenseAccounts,
  B05: wrongSide,
  B06: overdraft,
  B07: accountChange,
  B08: frozenAccrual,
  B09: duplicateAccounts,
  I01: lineValue,
  I02: missingPrice,
  I03: stalePrice,
  I04: priceMovement,
  I05: isin,
  I06: duplicateLines,
  I07: fxConsistency,
  I08: portfolioAndBalance,
  I09: cashAndBalance,
  I10: navPercent,
  I11: matured,
  I12: concentration,
}

/**
 * Runs the 32 rules over one upload: always 32 outcomes, in the order of the rule table. Exact decimals throughout.
 * Throws when a tolerance or FUND TNA is missing, which only a fault of the program can cause.
 */
export function evaluateRules(input: RuleInput, onRule: (place: number) => void = () => {}): RuleOutcome[] {
  const context = ruleContext(input)
  return RULES.map(({ id, title, severity, formula }, place): RuleOutcome => {
    onRule(place + 1)
    const finding = CHECKS[id](context)
    return {
      id,
      sortingOrder: place + 1,
      name: `${id} ${title}`,
      severity,
      result: finding.result,
      comment: finding.comment,
      formula,
      computation: finding.computation,
      tolerances: TOLERANCES.filter(({ rule }) => rule === id).flatMap(({ key, label, unit }) => {
        const set = input.tolerances[key]
        return set ? [{ key, label, unit, ...set }] : []
      }),
      breaches: finding.breaches,
      breachCount: finding.breachCount,
    }
  })
}
