import { Badge } from '~/ui/badge/badge'
import { OpenLink } from '~/ui/open-close/open-link'
import type { ControlRow } from './controls/controls-of.server'
import type { RuleResultRow } from './controls/rule-results.server'

interface FailingRulesProps {
  control: ControlRow
  failing: RuleResultRow[]
  hrefOf: (rule: RuleResultRow) => string
}

/** At one glance: which rules are not OK, those that block first, each a link to its evidence. */
export function FailingRules({ control, failing, hrefOf }: FailingRulesProps) {
  const total = control.okCount + control.nokCount
  if (failing.length === 0)
    return (
      <p className="toolbar">
        <Badge kind="success" status={`All ${total} rules are OK`} />
      </p>
    )
  const blocking = failing.filter(({ severity }) => severity === 'B')
  const warning = failing.filter(({ severity }) => severity !== 'B')
  return (
    <>
      <RuleLinks kind="failed" words="block Submit" rules={blocking} hrefOf={hrefOf} />
      <RuleLinks kind="warning" words="warn" rules={warning} hrefOf={hrefOf} />
    </>
  )
}

interface RuleLinksProps extends Pick<FailingRulesProps, 'hrefOf'> {
  kind: 'failed' | 'warning'
  words: string
  rules: RuleResultRow[]
}

function RuleLinks({ kind, words, rules, hrefOf }: RuleLinksProps) {
  if (rules.length === 0) return null
  return (
    <p className="toolbar">
      <Badge kind={kind} status={`${rules.length} not OK, ${words}`} />
      {rules.map((rule) => (
        <OpenLink key={rule.id} to={hrefOf(rule)}>
          {rule.name}
        </OpenLink>
      ))}
    </p>
  )
}
