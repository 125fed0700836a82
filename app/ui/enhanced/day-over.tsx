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
import { overId } from '../form/field'
import type { OverProps } from './over'
import { placeFor, useNativeValue, writeNative } from './over'
import {
  type DayPart,
  partAt,
  placeOfPart,
  readTypedDay,
  showTypedDay,
  stepDay,
  todayHere,
} from './typed-day'
import './enhanced.css'

export interface DayOverProps extends OverProps<HTMLInputElement> {
  id: string
  describedBy?: string
  isInvalid?: boolean
  isRequired?: boolean
  /** Shown, but not to be changed now. */
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

/** A day as text, dd/mm/yyyy, with a calendar beside it: over the browser's own field, which holds and sends it. */
export default function DayOver(props: DayOverProps) {
  const { native, id, label, min, max } = props
  const value = useNativeValue(props)
  const [text, setText] = useState(() => showTypedDay(value))
  const [fault, setFault] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [part, setPart] = useState<{ part: DayPart } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const written = useRef(value)

  // Changed by somebody else than this field.
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
    // What is typed of a year so far is another year: it waits until the field is left.
    if (day !== null && whole) write(day)
    if (day !== null) setFault(null)
  }

  /** The day is read once it is typed to its end. @returns whether it could be */
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
      // The form asks the field itself whether it may be sent.
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
      <PortalProvider getContainer={() => placeFor(field.current)}>
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
              // The field opens it, too, so that Tab goes on to the next one.
              excludeFromTabOrder
            />
            <Popover className="over__popover" triggerRef={field} placement="bottom start" offset={2}>
              <Dialog className="over__dialog" aria-label={`Calendar of ${label}`}>
                <Calendar
                  className="calendar"
                  aria-label={label}
                  autoFocus
                  value={dateOf(value)}
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
