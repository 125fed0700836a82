import { useNavigate } from '@remix-run/react'
import { type FormEvent, type ReactNode, useCallback } from 'react'
import { closeMenu, Menu, type MenuAt } from '../menu/menu'
import type { GridView } from './grid-view'
import { FIRST_PAGE, readable, toSearchParams } from './href'
import { type GridPanel, type GridQuery, isOnlyShown, otherParams } from './query'

type Submit = (form: HTMLFormElement, submitter?: HTMLElement | null, replace?: boolean) => void

/** Navigates to the address of a grid's form, in place; empty fields are left out. */
export function useGridSubmit(): Submit {
  const navigate = useNavigate()
  return useCallback(
    (form, submitter, replace = true) => {
      const params = new URLSearchParams()
      const kept = form.dataset.keep?.split(' ') ?? []
      for (const [name, value] of new FormData(form, submitter))
        if (typeof value === 'string' && (value.trim() !== '' || kept.includes(name)))
          params.append(name, kept.includes(name) ? value : value.trim())
      // Without any parameter the grid would open in its saved state.
      if (params.size === 0) params.set(form.dataset.page ?? 'page', '1')
      const path = form.getAttribute('action') ?? ''
      navigate(`${path}?${readable(params)}`, { replace, preventScrollReset: true })
    },
    [navigate],
  )
}

/** The address where a panel is open, with the text of the link to it. */
export const panelAt = <Row,>({ query, href }: GridView<Row>, panel: GridPanel, label: string): MenuAt => ({
  href: href({ panel }),
  label,
  open: query.panel === panel,
})

type GridPanelProps<Row> = {
  view: GridView<Row>
  panel: GridPanel
  label: string
  /** How many of its settings are set. */
  count?: number
  /** The text of the link to where it is open. */
  link: string
  children: ReactNode
}

/** A panel of the line above the grid. */
export function GridMenu<Row>({ view, panel, label, count = 0, link, children }: GridPanelProps<Row>) {
  return (
    <Menu group="grid" label={count > 0 ? `${label} (${count})` : label} at={panelAt(view, panel, link)} rich>
      {children}
    </Menu>
  )
}

type GridFormProps<Row> = {
  view: GridView<Row>
  /** The parts that the form sets: these parts of the query do not become hidden fields. */
  without: Partial<GridQuery>
  /** Parameters that also count if empty. */
  keepEmpty?: string[]
  /** The address replaces the current one in the history. */
  replace?: boolean
  className?: string
  children: ReactNode
}

/** A form that changes part of a grid's query and keeps the rest; a plain GET without scripts. */
export function GridForm<Row>({ view, without, keepEmpty = [], ...props }: GridFormProps<Row>) {
  const { replace, className, children } = props
  const submit = useGridSubmit()
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    submit(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter, replace)
    closeMenu(event.currentTarget)
  }
  return (
    <form
      method="get"
      action={view.at.pathname}
      className={className}
      data-keep={keepEmpty.map(view.param).join(' ')}
      data-page={view.param('page')}
      onSubmit={onSubmit}
    >
      <HiddenState view={view} without={without} />
      {children}
    </form>
  )
}

/** The state of the page as hidden fields, except the parts that a form sets; back to page 1 if the rows change. */
export function HiddenState<Row>({ view, without }: Pick<GridFormProps<Row>, 'view' | 'without'>) {
  const sameRows = Object.keys(without).length > 0 && isOnlyShown(without)
  const next = { ...view.query, ...(sameRows ? { panel: null } : FIRST_PAGE), ...without }
  const own = toSearchParams(next, view.columns, view.options)
  const hidden = [...otherParams(view.at.search, view.options.prefix), ...own].filter(
    ([name]) => name !== view.param('page') || next.page > 1,
  )
  return hidden.map(([name, value], at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list has no other order
    <input key={at} type="hidden" name={name} value={value} />
  ))
}
