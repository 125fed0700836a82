import { showAmount, showMoney } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import { PageSection } from '~/ui/page/page'
import { type NavErrorPolicy, TO_CHECK_WITH_REGULATOR } from './policy'
import { type JudgedBy, thresholdText } from './threshold-text'

const DATES = {
  material: 'material dates, each class by itself',
  since: 'all from the first material date on',
  period: 'all dates, once one is material',
}

/** The settings by which a case is judged: those in force on the day of discovery. */
export function PolicySection({ found }: { found: JudgedBy }) {
  const { policy, policyLevels: levels } = found
  const { comparator, base, dates, netting, form, deMinimis, deMinimisFor } = policy
  const least = Object.entries(deMinimis).map(([currency, amount]) => showMoney(amount, currency))
  const settings: [setting: keyof NavErrorPolicy, term: string, value: string][] = [
    ['threshold', 'Threshold', thresholdText(found)],
    ['comparator', 'Material', comparator === '>=' ? 'from the threshold on' : 'above the threshold'],
    ['base', 'Percent of', `the ${base} NAV per share`],
    [
      'dates',
      'Deals that count',
      found.feesBookedLater ? 'all dates: the fees are booked afterwards' : DATES[dates],
    ],
    ['netting', 'Netted', netting === 'holder' ? 'by holder and class' : 'owed and too much apart'],
    ['form', 'Paid in', form],
    ['deMinimis', 'De minimis', least.join(', ') || 'none'],
    ['deMinimisFor', 'De minimis for', deMinimisFor === 'all' ? 'all holders' : 'holders who have left'],
    [
      'belowThreshold',
      'Below the threshold',
      policy.belowThreshold === 'net' ? 'a net loss is paid' : 'nothing',
    ],
    ['notifyWeeks', 'Notification', `${policy.notifyWeeks} weeks after discovery`],
    ['reportWeeks', 'Report', `${policy.reportWeeks} weeks after discovery`],
    ['auditorTotal', 'Auditor’s report above', `${showAmount(policy.auditorTotal)} EUR in all`],
    ['auditorHolder', 'or above', `${showAmount(policy.auditorHolder)} EUR for one holder`],
  ]
  return (
    <PageSection title="Settings of the case">
      <Description
        items={settings.map(([setting, term, value]) => ({
          term,
          value: [
            value,
            TO_CHECK_WITH_REGULATOR.includes(setting) ? ' ※' : '',
            levels[setting] && levels[setting] !== 'default' ? ` (${levels[setting]})` : '',
          ].join(''),
        }))}
      />
      <p className="muted">※ Check with your regulator.</p>
    </PageSection>
  )
}
