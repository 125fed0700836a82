import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Dropping } from '~/ui/enhanced/drop-over'
import { underneath, useOver } from '~/ui/enhanced/over'
import { shownFileName } from '~/ui/file-frame/file-frame'
import type { FormRefusal } from '~/ui/form/error-summary'
import { Field, type FieldProps } from '~/ui/form/field'
import type { StagedFiles } from './staged-files'
import { StagedNote } from './staged-note'

export type UploadRules = {
  /** Most files. */
  slots: number
  /** The size in bytes from which a file is refused, and the message. */
  size: { from: number; title: string; text: (fileName: string) => string }
  /** Accepted extensions, with the dot, in lower case; any if empty. */
  endings?: string[]
}

/** The facts about a chosen file before it is sent. */
export type NamedFile = { name: string; size: number }

export type ChosenFiles<File> = {
  files: File[]
  /** Why others were left out. */
  faults: string[]
  /** The same for files that are too large, which have their own title. */
  tooLarge: string[]
}

/**
 * The files after more were chosen: duplicates by name are ignored, files that break a rule are left out with a
 * sentence each. The server checks everything again.
 */
export function addFiles<File extends NamedFile>(
  chosen: File[],
  more: File[],
  { slots, size, endings = [] }: UploadRules,
): ChosenFiles<File> {
  const files = [...chosen]
  const faults: string[] = []
  const tooLarge: string[] = []
  for (const file of more) {
    const name = file.name.toLowerCase()
    if (files.some((one) => one.name === file.name)) continue
    if (endings.length > 0 && !endings.some((ending) => name.endsWith(ending)))
      faults.push(`${file.name} is not of an accepted type (${endings.join(', ')}).`)
    else if (file.size >= size.from) tooLarge.push(size.text(file.name))
    else if (files.length < slots) files.push(file)
    else
      faults.push(
        `${file.name} was left out: ${slots === 1 ? 'one file is' : `${slots} files are`} accepted here.`,
      )
  }
  return { files, faults, tooLarge }
}

/** "740 KB", "1.2 MB". */
export function shownSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.ceil(bytes / 1024))
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`
}

type FileInputProps = Omit<FieldProps, 'defaultValue' | 'readOnly' | 'hint'> &
  UploadRules & {
    /** A sentence below the label: which files, and how large. */
    hint: string
    /** The files of the form's refusal that the server keeps: they are sent where no others are chosen. */
    staged?: StagedFiles | null
    /** The form was sent before: files that are not kept must be chosen again. */
    again?: boolean
    /** Beside what is said of kept files. */
    stagedActions?: ReactNode
    /** Chosen from the start: what an earlier attempt did not store. */
    initial?: readonly File[]
    /** Called with the chosen files, first when scripts have started. */
    onFiles?: (files: File[]) => void
    /** Called for files that are too large; without it the message is shown below the field. */
    onTooLarge?: (refusal: FormRefusal) => void
  }

const loadDrop = () => import('../enhanced/drop-over').then((code) => code.default)

/** The hint, and after a refusal that kept no files what to do. */
function shownHint({
  hint,
  staged,
  again,
  slots,
}: Pick<FileInputProps, 'hint' | 'staged' | 'again' | 'slots'>) {
  if (!again || staged) return hint
  return `${hint} Choose the ${slots === 1 ? 'file' : 'files'} again.`
}

/** Description of the chosen files; '' for none. */
function shownChoice(files: readonly File[]): string {
  const [first] = files
  if (!first) return ''
  return files.length === 1 ? shownFileName(first.name) : `${files.length} files chosen`
}

const NO_FAULTS = { faults: [], tooLarge: [] }

/**
 * Files to send. The native field holds them, with and without scripts; scripts add a list to remove them from,
 * dropping files on it, and immediate checks. Choosing again adds to the chosen files, up to the number of slots.
 */
export function FileInput({ onFiles, onTooLarge, initial = [], ...props }: FileInputProps) {
  const { slots, size, endings, staged = null } = props
  const [files, setFiles] = useState<File[]>([])
  const [{ faults, tooLarge }, setFaults] = useState<Omit<ChosenFiles<File>, 'files'>>(NO_FAULTS)
  const [dropping, setDropping] = useState<Dropping | null>(null)
  const zone = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const Over = useOver(loadDrop, input, props.off !== undefined)
  const labelId = useId()

  // Files chosen before scripts ran, or restored by the browser's Back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => take([], [...initial, ...(input.current?.files ?? [])]), [])

  function take(chosen: File[], more: File[]) {
    const next = addFiles(chosen, more, props)
    const store = new DataTransfer()
    for (const file of next.files) store.items.add(file)
    if (input.current) input.current.files = store.files
    // Dropping or removing files also changes the form.
    if (next.files.length !== files.length)
      input.current?.dispatchEvent(new Event('input', { bubbles: true }))
    setFiles(next.files)
    setFaults(next)
    onFiles?.(next.files)
    if (next.tooLarge.length > 0) onTooLarge?.({ title: size.title, message: next.tooLarge.join(' ') })
  }

  /** Until its code has loaded: the browser would leave the page and open the file. */
  const plain = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop(event: DragEvent) {
      event.preventDefault()
      if (!props.off) take(files, [...event.dataTransfer.files])
    },
  }

  return (
    <div
      ref={zone}
      className={dropping?.isOver ? 'upload upload--over' : 'upload'}
      {...(Over && dropping ? dropping.props : plain)}
    >
      <StagedNote staged={staged}>{props.stagedActions}</StagedNote>
      <Field
        {...props}
        label={<span id={labelId}>{props.label}</span>}
        hint={shownHint(props)}
        required={props.required && staged === null}
      >
        {({ id, name, attributes }) => (
          <span className="over">
            <input
              ref={input}
              id={id}
              name={name}
              type="file"
              multiple={slots > 1}
              accept={endings?.join()}
              onChange={(event) => take(slots > 1 ? files : [], [...(event.currentTarget.files ?? [])])}
              {...attributes}
              {...(Over && underneath(id))}
            />
            {Over && (
              <Over
                id={id}
                zone={zone}
                native={input}
                many={slots > 1}
                chosen={shownChoice(files)}
                describedBy={[labelId, attributes['aria-describedby']].filter(Boolean).join(' ')}
                lend={setDropping}
                onFiles={(more) => take(slots > 1 ? files : [], more)}
              />
            )}
          </span>
        )}
      </Field>
      {files.length > 0 && slots > 1 && (
        <ul className="upload__files" aria-label="Chosen files">
          {files.map((file) => (
            <li key={file.name}>
              <span title={file.name}>{shownFileName(file.name)}</span> <small>{shownSize(file.size)}</small>
              <button
                type="button"
                aria-label={`Remove ${file.name}`}
                onClick={() => {
                  take(
                    [],
                    files.filter((one) => one !== file),
                  )
                  input.current?.focus()
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {!onTooLarge && tooLarge.length > 0 && (
        <div className="error-banner upload__too-large" role="alert">
          <strong>{size.title}</strong>
          {tooLarge.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      {faults.length > 0 && (
        <div className="field__error" role="alert">
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
