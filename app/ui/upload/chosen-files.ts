export type UploadRules = {
  /** Most files. */
  slots: number
  /** From which size in bytes a file is refused, and what is said of it. */
  size: { from: number; title: string; text: (fileName: string) => string }
  /** Endings that are taken, with their dot, in lower case; any when there are none. */
  endings?: string[]
}

/** What can be known of a chosen file before it is sent. */
export type NamedFile = { name: string; size: number }

export type ChosenFiles<File> = {
  files: File[]
  /** Why others were left out. */
  faults: string[]
  /** The same of those that are too large, which has a title of its own. */
  tooLarge: string[]
}

/**
 * The files after more were chosen: one with the name of another is ignored, those that break a rule are left out
 * with a sentence each. The server checks all of it again.
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
      faults.push(`${file.name} is not of a type that is taken here (${endings.join(', ')}).`)
    else if (file.size >= size.from) tooLarge.push(size.text(file.name))
    else if (files.length < slots) files.push(file)
    else
      faults.push(
        `${file.name} was left out: ${slots === 1 ? 'one file is' : `${slots} files are`} taken here.`,
      )
  }
  return { files, faults, tooLarge }
}

/** "740 KB", "1.2 MB". */
export function shownSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.ceil(bytes / 1024))
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`
}
