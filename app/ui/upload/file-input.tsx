import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Field, type FieldProps } from '../form/field'
import { addFiles, shownSize, type UploadRules } from './chosen-files'
import { shownFileName } from './shown-file-name'

type FileInputProps = Omit<FieldProps, 'defaultValue' | 'readOnly'> &
  UploadRules & {
    /**
     * Told what is chosen, first of all when scripts have started. A button that waits for files begins enabled (without
     * scripts nobody would ever enable it) and is disabled from that first word on.
     */
    onFiles?: (files: File[]) => void
    /** Told why files were left out; without it that is said below the field. */
    onFaults?: (faults: string[]) => void
  }

/**
 * Files to send. The native field holds them, with and without scripts; scripts add a list to take them out of again,
 * dropping files on it, and checks at once. Choosing again adds to what is chosen, up to the slots there are.
 */
export function FileInput({ onFiles, onFaults, ...props }: FileInputProps) {
  const { slots, endings } = props
  const [files, setFiles] = useState<File[]>([])
  const [faults, setFaults] = useState<string[]>([])
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  // What was chosen before scripts ran, or comes back with the browser's Back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => take([], [...(input.current?.files ?? [])]), [])

  function take(chosen: File[], more: File[]) {
    const next = addFiles(chosen, more, props)
    const store = new DataTransfer()
    for (const file of next.files) store.items.add(file)
    if (input.current) input.current.files = store.files
    setFiles(next.files)
    setFaults(next.faults)
    onFiles?.(next.files)
    if (next.faults.length > 0) onFaults?.(next.faults)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!props.off) take(files, [...event.dataTransfer.files])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the field is for everyone
    <div
      className={over ? 'upload upload--over' : 'upload'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Field {...props}>
        {({ id, name, attributes }) => (
          <input
            ref={input}
            id={id}
            name={name}
            type="file"
            multiple={slots > 1}
            accept={endings?.join()}
            onChange={(event) => take(slots > 1 ? files : [], [...(event.currentTarget.files ?? [])])}
            {...attributes}
          />
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
      {!onFaults && faults.length > 0 && (
        <ul className="field__error" role="alert">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
