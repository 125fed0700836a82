import { useLocation } from '@remix-run/react'
import { EVENT_GRID, eventColumns } from '~/platform/page/event-columns'
import { isPastPage } from '~/platform/values/past-pages'
import type { HistoryEvent } from '~/platform/workflow/history.server'
import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { Link } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { objectInPath } from './object-in-path'
import { useAsOf } from './past-link'

interface EventGridProps {
  /** "Events" */
  title: string
  events: Listed<HistoryEvent>
  /** The object's current round. */
  round: number
  /** Path of the page in the grid's addresses. */
  path: string
  exportTo?: string
  /** Whether there is a filter row and a search. */
  filtered?: boolean
}

/** The history of an object on its own page. */
export function EventGrid({ title, events, round, path, exportTo, filtered }: EventGridProps) {
  return (
    <>
      <CommentLink path={path} />
      <Grid
        title={title}
        panel
        columns={eventColumns(round, isPastPage(path) ? path : undefined)}
        {...events}
        options={EVENT_GRID}
        path={path}
        exportTo={exportTo}
        filterRow={filtered}
        search={filtered}
        rowKey={({ id }) => String(id)}
      />
    </>
  )
}

/** Leads to the form of a comment on the page's object, and back to the page as it is. */
function CommentLink({ path }: { path: string }) {
  const { pathname, search } = useLocation()
  const isPast = useAsOf() !== null
  const objectId = objectInPath(path)
  if (objectId === null || isPast) return null
  const back = new URLSearchParams({ back: pathname + search })
  return (
    <p className="events__comment screen-only">
      <Link className="button" to={`/objects/${objectId}/comment?${back}`}>
        Comment…
      </Link>
    </p>
  )
}

/** The history of an object as a section of its page, titled "Events" by default. */
export function EventSection({
  title = 'Events',
  ...props
}: Omit<EventGridProps, 'title'> & { title?: string }) {
  return (
    <PageSection title={title}>
      <EventGrid title={title} {...props} />
    </PageSection>
  )
}

interface EventsProps {
  /** "Payment Workflow Audit of invoice 12" */
  title: string
  events: HistoryEvent[]
  /** The object's current round. */
  round: number
  /** Shown if there are no events. */
  empty?: string
}

/** The whole history of an object below its row in a list, in two columns. */
export function Events({ title, events, round, empty }: EventsProps) {
  return (
    <Grid
      title={title}
      panel
      columns={eventColumns(round).filter(({ meta }) => !meta.hiddenByDefault)}
      rows={events}
      total={events.length}
      rowKey={({ id }) => String(id)}
      empty={empty}
    />
  )
}
