import { type CalendarDate, parseDate } from '@internationalized/date'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Popover } from 'react-aria-components/Popover'
import { overId } from '~/ui/form/field'
import { type OverProps, overlayContainer, useNativeValue, writeNative } from './over'
import './enhanced.css'

/** A day as people type it, and in the browser's own field (yyyy-MM-dd). */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const HALF_A_YEAR_MS = 183 * 86_400_000

const two = (number: number) => String(number).padStart(2, '0')

function isoOf(year: number, month: number, day: number): string | null {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` : null
}

/** Two-digit years are near today: 26 is 2026, 99 is 1999. */
function yearOf(text: string, today: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  const now = Number(today.slice(0, 4))
  const near = Math.floor(now / 100) * 100 + year
  return near > now + 50 ? near - 100 : near
}

/** The date with this day and month that is nearest to today: this year, last year or next year. */
function nearest(month: number, day: number, today: string): string | null {
  const now = Date.parse(today)
  const year = Number(today.slice(0, 4))
  const days = [year, year - 1, year + 1].flatMap((each) => isoOf(each, month, day) ?? [])
  return days.find((each) => Math.abs(Date.parse(each) - now) <= HALF_A_YEAR_MS) ?? days[0] ?? null
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3)) + 1
}

/**
 * Reads "03/11/2026", "3.11.26", "3 Nov 2026", "2026-11-03", "03112026" and, as the nearest one, "3/11".
 * @param today yyyy-MM-dd
 * @returns yyyy-MM-dd; '' for an empty text; null if it is not a day. `whole` means that the year was typed in full
 */
export function readTypedDay(text: string, today: string): { day: string | null; whole: boolean } {
  const typed = text.trim().toLowerCase()
  if (typed === '') return { day: '', whole: true }
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed)
  if (iso) return { day: isoOf(Number(iso[1]), Number(iso[2]), Number(iso[3])), whole: true }
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[\s./-]+(\d{1,2}|[a-z]{3,9}\.?)(?:[\s./,-]+(\d{4}|\d{2}))?[\s./-]*$/.exec(typed) ??
    /^(\d\d)(\d\d)(\d{4}|\d\d)?$/.exec(typed) ??
    []
  if (day === '') return { day: null, whole: false }
  const [d, m] = [Number(day), monthOf(month)]
  if (year === '') return { day: nearest(m, d, today), whole: false }
  return { day: isoOf(yearOf(year, today), m, d), whole: year.length === 4 }
}

/** dd/mm/yyyy; '' for none. */
export function showTypedDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return day === '' ? '' : `${date}/${month}/${year}`
}

/** The site's current day where it is not that of the browser ("data-today"), else the user's; yyyy-MM-dd. */
function todayHere(now: Date): string {
  const { today } = document.documentElement.dataset
  if (today) return today
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** A part of dd/mm/yyyy, by cursor position. */
type DayPart = 'day' | 'month' | 'year'

export const partAt = (cursor: number): DayPart => (cursor < 3 ? 'day' : cursor < 6 ? 'month' : 'year')

/** The position of a part in dd/mm/yyyy. */
const placeOfPart: Readonly<Record<DayPart, [from: number, to: number]>> = {
  day: [0, 2],
  month: [3, 5],
  year: [6, 10],
}

/** A number of days, months or years later; in shorter months the last day. */
export function stepDay(iso: string, part: DayPart, by: number): string {
  const [year = 0, month = 1, date = 1] = iso.split('-').map(Number)
  if (part === 'day') return new Date(Date.UTC(year, month - 1, date + by)).toISOString().slice(0, 10)
  const months = year * 12 + month - 1 + by * (part === 'year' ? 12 : 1)
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1]
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()
  return isoOf(toYear, toMonth, Math.min(date, last)) ?? iso
}

export interface DayOverProps extends OverProps<HTMLInputElement> {
  id: string
  describedBy?: string
  isInvalid?: boolean
  isRequired?: boolean
  /** Visible, but cannot be changed now. */
  isOff?: boolean
  min?: string
  max?: string
  autoFocus?: boolean
}

const dateOf = (day: string | undefined): CalendarDate | null => {
  try {
    return day ? parseDate(day) : null
  } catch {
    return null
  }
}

const unreadable = (text: string) =>
  `“${text.length > 20 ? `${text.slice(0, 20)}…` : text}” is not a date. Enter it as dd/mm/yyyy.`

/**
 * A text field for a day, dd/mm/yyyy, with a calendar: over the browser's own field, which holds and sends the value.
 */
export default function DayOver(props: DayOverProps) {
  const { native, id, label, min, max } = props
  const value = useNativeValue(props)
  const [text, setText] = useState(() => showTypedDay(value))
  const [fault, setFault] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [part, setPart] = useState<{ part: DayPart } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const written = useRef(value)

  // Changed by something other than this field.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    setText(showTypedDay(value))
    setFault(null)
  }, [value])

  useEffect(() => field.current?.setCustomValidity(fault ?? ''), [fault])

  useLayoutEffect(() => {
    if (part) field.current?.setSelectionRange(...placeOfPart[part.part])
  }, [part])

  function write(day: string) {
    written.current = day
    writeNative(native.current, day)
  }

  function take(day: string) {
    write(day)
    setText(showTypedDay(day))
    setFault(null)
  }

  function onText(typed: string) {
    setText(typed)
    const { day, whole } = readTypedDay(typed, todayHere(new Date()))
    // An incomplete year is a different year: it is only read when the user leaves the field.
    if (day !== null && whole) write(day)
    if (day !== null) setFault(null)
  }

  /** Reads the day when typing is finished. @returns whether this was possible */
  function finish(): boolean {
    const { day } = readTypedDay(text, todayHere(new Date()))
    if (day === null) setFault(unreadable(text))
    else take(day)
    return day !== null
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (props.isOff) return
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (event.key === 'Enter') {
      // The form asks the field whether it may be sent.
      if (!finish()) field.current?.setCustomValidity(unreadable(text))
    } else if (event.key === 'ArrowDown' && event.altKey) {
      event.preventDefault()
      setOpen(true)
    } else if (event.key === 'Escape' && text !== showTypedDay(written.current)) {
      event.preventDefault()
      take(written.current)
    } else if (by !== undefined) {
      event.preventDefault()
      const today = todayHere(new Date())
      const { day } = readTypedDay(text, today)
      const at = partAt(event.currentTarget.selectionStart ?? 0)
      take(day ? stepDay(day, at, by) : today)
      setPart({ part: at })
    }
  }

  const faultId = `${overId(id)}-fault`
  return (
    <I18nProvider locale="en-GB">
      <PortalProvider getContainer={() => overlayContainer(field.current)}>
        <span className="over__day">
          <input
            ref={field}
            id={overId(id)}
            type="text"
            autoComplete="off"
            aria-keyshortcuts="Alt+ArrowDown"
            placeholder="dd/mm/yyyy"
            maxLength={40}
            value={text}
            disabled={props.isOff}
            // biome-ignore lint/a11y/noAutofocus: the first field of a row that is edited in place
            autoFocus={props.autoFocus}
            aria-label={props.onOver ? undefined : label}
            aria-required={props.isRequired || undefined}
            aria-invalid={props.isInvalid || fault !== null || undefined}
            aria-describedby={[props.describedBy, fault && faultId].filter(Boolean).join(' ') || undefined}
            onChange={(event) => onText(event.currentTarget.value)}
            onBlur={finish}
            onKeyDown={onKeyDown}
          />
          <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
            <Button
              className="over__open over__open--day"
              aria-label="Open calendar"
              isDisabled={props.isOff}
              aria-describedby={`${id}-label`}
              // The field also opens it, so that Tab moves on to the next field.
              excludeFromTabOrder
            />
            <Popover className="over__popover" triggerRef={field} placement="bottom start" offset={2}>
              <Dialog className="over__dialog" aria-label={`Calendar of ${label}`}>
                <Calendar
                  className="calendar"
                  aria-label={label}
                  autoFocus
                  value={dateOf(value)}
                  defaultFocusedValue={dateOf(value || todayHere(new Date()))}
                  minValue={dateOf(min)}
                  maxValue={dateOf(max)}
                  onChange={(day) => {
                    take(day.toString())
                    setOpen(false)
                    field.current?.focus()
                  }}
                >
                  <header className="calendar__head">
                    <Button slot="previous" className="calendar__turn">
                      ‹
                    </Button>
                    <CalendarHeading className="calendar__month" />
                    <Button slot="next" className="calendar__turn">
                      ›
                    </Button>
                  </header>
                  <CalendarGrid>
                    <CalendarGridHeader>
                      {(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}
                    </CalendarGridHeader>
                    <CalendarGridBody>
                      {(date) => <CalendarCell date={date} className="calendar__day" />}
                    </CalendarGridBody>
                  </CalendarGrid>
                </Calendar>
              </Dialog>
            </Popover>
          </DialogTrigger>
        </span>
        {fault && (
          <span className="field__error" id={faultId} aria-live="polite">
            {fault}
          </span>
        )}
      </PortalProvider>
    </I18nProvider>
  )
}
