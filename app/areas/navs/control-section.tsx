import { Link } from '@remix-run/react'
import { useTimeZone } from '~/platform/page/use-site'
import { showDay } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import type { Refused } from '~/ui/form/refusal'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/listed'
import { OpenLink } from '~/ui/open-close/open-link'
import { PageSection } from '~/ui/page/page'
import { RULE_GRID, ruleColumns } from './control-columns'
import type { ControlRow } from './controls/controls-of.server'
import type { RuleResultRow } from './controls/rule-results.server'
import { FailingRules } from './failing-rules'
import { ReasonForm } from './reason-form'
import { useNavBase } from './use-nav-base'

interface ControlSectionProps {
  control: ControlRow
  /** Why it can only be read whatever the NAV allows: a newer one replaced it, or its round was sent. */
  closed: string | null
  isCurrent: boolean
  maxSendingDate: string | null
  results: Listed<RuleResultRow>
  /** The rules that are not OK. */
  failing: RuleResultRow[]
  /** Given to team leaders only, while the reason may be changed. */
  reasons: { code: string; display: string }[] | null
  mayEdit: boolean
  refused?: Refused
}

/** "Rules of Control": description, comment and max sending date of the selected control, and its rule results. */
export function ControlSection({
  control,
  closed,
  isCurrent,
  results,
  failing,
  reasons,
  mayEdit,
  ...props
}: ControlSectionProps) {
  const timeZone = useTimeZone()
  const base = `${useNavBase().path}/${control.fundNavId}`
  const rule = (row: RuleResultRow) => `${base}/controls/${control.id}/rules/${row.id}`
  return (
    <PageSection title="Rules of Control">
      {closed && (
        <p>
          {closed} {!isCurrent && <Link to={base}>Show the current control</Link>}
        </p>
      )}
      <Description
        items={[
          { term: 'Control', value: `${control.definition}, round ${control.round}` },
          { term: 'Reason', value: control.reasonDisplay },
          { term: 'Comment', value: control.submissionComment },
          { term: 'Max sending date', value: showDay(props.maxSendingDate) },
        ]}
      />
      <FailingRules control={control} failing={failing} hrefOf={rule} />
      {reasons && (
        <ReasonForm
          key={control.id}
          controlId={control.id}
          reasonCode={control.reasonCode}
          reasons={reasons}
          refused={props.refused}
        />
      )}
      <Grid
        title="Rule results"
        panel
        columns={ruleColumns(timeZone)}
        {...results}
        options={RULE_GRID}
        path={base}
        exportTo={`${base}/export/rule_checks`}
        rowKey={(row) => String(row.id)}
        rowHref={rule}
        rowLabel={(row) => row.name}
        actions={{
          label: 'Evidence',
          render: (row) => (
            <OpenLink to={rule(row)} aria-label={`${mayEdit ? 'Edit' : 'Show'} ${row.name}`}>
              {mayEdit ? 'Edit' : 'Show'}
            </OpenLink>
          ),
        }}
      />
    </PageSection>
  )
}
