import type { ReactNode } from 'react'
import { useTimeZone } from '~/platform/page/use-site'
import { EVENT_GRID, eventColumns } from '~/platform/workflow/event-columns'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import type { Refused } from '~/ui/form/refusal'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/listed'
import { PageSection } from '~/ui/page/page'
import { ControlActions } from './control-actions'
import { CONTROL_GRID, controlColumns } from './control-columns'
import type { ControlRow } from './controls/controls-of.server'
import { ELEMENT_COLUMNS, ELEMENT_GRID } from './element-columns'
import type { NavElementRow } from './nav-elements.server'
import { NavStepForm } from './nav-step-form'
import type { NavValidation } from './nav-validation.server'
import { useNavBase } from './use-nav-base'

interface NavSectionsProps {
  view: Omit<NavValidation, 'controls' | 'history' | 'selected'>
  /** Id of the selected control. */
  selectedId: number | null
  grids: {
    controls: Listed<ControlRow>
    events: Listed<HistoryEvent>
    elements: Listed<NavElementRow>
    /** Which of them have so many rows that they need a filter row. */
    filtered: { controls: boolean; events: boolean }
  }
  idempotencyKey: string
  refused?: Refused
  /** "Rules of Control" of the selected control. */
  children: ReactNode
}

/** The sections of the tab "NAV Validation", in their order. */
export function NavSections({
  view,
  selectedId,
  grids,
  idempotencyKey,
  refused,
  children,
}: NavSectionsProps) {
  const timeZone = useTimeZone()
  const base = `${useNavBase().path}/${view.nav.id}`
  return (
    <>
      <PageSection title="Controls">
        <Grid
          title="Controls"
          panel
          columns={controlColumns(timeZone)}
          {...grids.controls}
          options={CONTROL_GRID}
          path={base}
          exportTo={`${base}/export/controls`}
          filterRow={grids.filtered.controls}
          search={grids.filtered.controls}
          rowKey={(row) => String(row.id)}
          openKey={String(selectedId)}
          actions={{
            label: 'Reports',
            render: (row) => <ControlActions control={row} selected={row.id === selectedId} />,
          }}
          empty="No control has run yet. Upload the administrator's files with the button above."
        />
      </PageSection>
      {children}
      <PageSection title="Validation workflow">
        <Grid
          title="Validation workflow"
          panel
          columns={eventColumns(timeZone, view.instance.round)}
          {...grids.events}
          options={EVENT_GRID}
          path={base}
          exportTo={`${base}/export/workflow`}
          filterRow={grids.filtered.events}
          search={grids.filtered.events}
          rowKey={(event) => String(event.id)}
        />
      </PageSection>
      <PageSection title="Validate this NAV">
        <NavStepForm
          key={view.instance.lastEventId}
          {...view.routing}
          reasons={view.reasons}
          openChecks={view.openChecks}
          documentReceptionDate={view.nav.documentReceptionDate}
          seenEventId={view.instance.lastEventId}
          currentControlId={view.nav.currentControlId}
          idempotencyKey={idempotencyKey}
          refused={refused}
        />
      </PageSection>
      <PageSection title="NAV elements">
        <Grid
          title="NAV elements"
          columns={ELEMENT_COLUMNS}
          {...grids.elements}
          options={ELEMENT_GRID}
          path={base}
          exportTo={`${base}/export/nav_elements`}
          rowKey={(row) => String(row.row)}
          empty="The figures of the NAV appear here once a control has run."
        />
      </PageSection>
    </>
  )
}
