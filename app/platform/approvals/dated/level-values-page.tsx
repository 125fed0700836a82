import { Link, Outlet, useParams } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import { DomainLinks } from '~/platform/page/use-site'
import { NewRowLink, SAVE_ROW, TableGrid } from '~/platform/tables/table-grid'
import type { Refused } from '~/ui/form/error-summary'
import { shownCount } from '~/ui/grid/query'
import { Page, PageSection } from '~/ui/page/page'
import { PendingChanges } from '../pending-changes'

type Changes = Omit<ComponentProps<typeof PendingChanges>, 'exportTo' | 'empty' | 'refused'>

interface LevelValuesPageProps {
  links: ComponentProps<typeof DomainLinks>['links']
  table: Omit<ComponentProps<typeof TableGrid>, 'openKey' | 'refused'> & { title: string; path: string }
  waiting: Changes
  /** Above the table: which of the values applies. */
  children: ReactNode
  /** What is said where no change waits. */
  empty: string
  refused: Refused | undefined
}

/** The values by level, and the changes of them that wait for another administrator. */
export function LevelValuesPage({ links, table, waiting, children, empty, refused }: LevelValuesPageProps) {
  const isDecision = refused !== undefined && refused.typed.intent !== SAVE_ROW
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title={table.title}
        aside={<span className="muted">{shownCount(table.grid.total)}</span>}
        actions={
          <>
            <NewRowLink {...table} />
            <Link className="button" to="/admin">
              Administration
            </Link>
          </>
        }
      >
        <PageSection>
          <p className="muted">{children}</p>
        </PageSection>
        <TableGrid {...table} openKey={useParams().key} refused={isDecision ? undefined : refused} />
        <PageSection title="Pending approval by another administrator">
          <PendingChanges
            {...waiting}
            exportTo={`${table.path}/export/pending_changes`}
            empty={empty}
            refused={isDecision ? refused : undefined}
          />
        </PageSection>
      </Page>
      <Outlet />
    </>
  )
}
