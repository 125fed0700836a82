import type { Decimal } from '~/platform/values/decimal'
import { showAmount, showExact, showFixed } from '~/platform/values/show'
import { Exception, Exceptions } from '~/ui/decision/exceptions'
import { OpenLink } from '~/ui/open-close/close-link'
import { TO_DO } from '~/ui/open-close/to-do'
import { isToDo } from '../nav'
import { readableFigures } from '../nav-labels'
import type { FailingRule } from './rule-results.server'

/** Where links that count what must be resolved lead to. */
export const TO_RESOLVE = 'to-resolve'

interface FailingRulesProps {
  /** Those that block first. */
  rules: FailingRule[]
  /** Address of the control, below which its rules are. */
  controlHref: string
  /** Address of a new control with corrected files; null for those who only read. */
  newControl: { href: string; label: string } | null
  mayEdit: boolean
  /** "Submit" waits for them. */
  submits: boolean
}

/** What is not OK in a control: each rule with its figure, its impact, its cell, and what to do about it. */
export function FailingRules({ rules, controlHref, newControl, mayEdit, submits }: FailingRulesProps) {
  if (rules.length === 0) return null
  const open = rules.filter(isToDo)
  const unexplained = open.filter(({ severity }) => severity !== 'B')
  const title =
    submits && open.length > 0
      ? `${rulesCounted(open.length)} to resolve before Submit`
      : `${rulesCounted(rules.length)} not OK`
  return (
    <Exceptions
      id={TO_RESOLVE}
      title={title}
      more={
        mayEdit &&
        unexplained.length > 1 && (
          <OpenLink to={`${controlHref}/explain`}>{`Explain all ${unexplained.length}…`}</OpenLink>
        )
      }
      unit={
        rules.some(({ impact }) => impact !== null) && (
          <>
            Impact in <abbr title="basis points: 1 bp is 0.01 %">bp</abbr> of previous NAV
          </>
        )
      }
    >
      {rules.map((rule) => (
        <FailingRuleRow
          key={rule.id}
          rule={rule}
          controlHref={controlHref}
          newControl={newControl}
          mayEdit={mayEdit}
        />
      ))}
    </Exceptions>
  )
}

const rulesCounted = (count: number) => (count === 1 ? '1 rule' : `${count} rules`)

type RowProps = Pick<FailingRulesProps, 'controlHref' | 'newControl' | 'mayEdit'> & { rule: FailingRule }

function FailingRuleRow({ rule, controlHref, newControl, mayEdit }: RowProps) {
  const { id, name, impact, first, breachCount } = rule
  const href = `${controlHref}/rules/${id}`
  const { kind, words } = badgeOf(rule)
  const figure = first?.figures.find(({ upload }) => upload === 'current') ?? first?.figures[0]
  return (
    <Exception
      kind={kind}
      name={<OpenLink to={href}>{name}</OpenLink>}
      note={words}
      figure={impact !== null && showFixed(impact, 2)}
      unit="bp"
      what={whatFailed(rule)}
      where={
        <>
          {figure && (
            <OpenLink
              to={href}
              aria-label={`${figure.file}, ${figure.sheet}!${figure.cell}: evidence of ${name}`}
            >
              {figure.file}, {figure.sheet}!{figure.cell}
            </OpenLink>
          )}
          {first?.difference && <span>Difference {showDifference(first.difference)}</span>}
          {breachCount > 1 && <span>{breachCount - 1} more</span>}
        </>
      }
    >
      {mayEdit && <Acts rule={rule} controlHref={controlHref} newControl={newControl} />}
    </Exception>
  )
}

/** Of a thousand and more with two decimals, as amounts are. */
const showDifference = (value: Decimal) =>
  Math.abs(Number(value)) < 1000 ? readableFigures(showExact(value)) : showAmount(value)

/** The badge of a rule that is not OK: how far it has come. */
function badgeOf(rule: FailingRule) {
  if (rule.severity === 'B') return { kind: 'failed', words: 'Blocks Submit' } as const
  if (rule.explained) return { kind: 'invalidated', words: 'Explained' } as const
  return { kind: 'warning', words: 'To explain' } as const
}

/** Its first breach with the figures; a comment where a person wrote one, or where there is no breach. */
function whatFailed({ first, comment, who }: FailingRule): string {
  if (first === null || (who !== null && comment !== '')) return comment
  return readableFigures(`${first.subject}: ${first.formula}`)
}

function Acts({ rule, controlHref, newControl }: Omit<RowProps, 'mayEdit'>) {
  const { id, name, severity, explained } = rule
  if (severity === 'B')
    return (
      <>
        {newControl && (
          <OpenLink className="button" to={newControl.href}>
            {newControl.label}
          </OpenLink>
        )}
        <OpenLink
          className="button"
          {...TO_DO}
          to={`${controlHref}/rules/${id}`}
          aria-label={`Justify ${name}`}
        >
          Justify…
        </OpenLink>
      </>
    )
  return (
    <OpenLink
      className="button"
      {...(!explained && TO_DO)}
      to={`${controlHref}/explain#rule-${id}`}
      aria-label={`${explained ? 'Change the explanation of' : 'Explain'} ${name}`}
    >
      {explained ? 'Change…' : 'Explain…'}
    </OpenLink>
  )
}
