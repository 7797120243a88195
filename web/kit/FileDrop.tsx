import { type DragEvent, useId, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button, IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { describedBy, type FieldProps, Frame } from './Frame.tsx'
import styles from './FileDrop.module.css'
import { FileInput } from './FileInput.tsx'
import { sizeText } from './format.ts'
import { CloseIcon } from './icons.tsx'
import { FileIcon, UploadIcon } from './lucideIcons.ts'
import english from './texts.en.json'

type Props = FieldProps<readonly File[]> & {
  /** As in the `accept` attribute of an input: `image/*`, `.csv,.xlsx`. */
  accept?: string
  multiple?: boolean
  /** The largest file, in bytes. */
  maxBytes?: number
  /** The largest photo, in bytes, if the caller scales photos down. */
  maxPhotoBytes?: number
}

/** A file picker and drop zone. It only selects: uploading is up to the caller. */
export function FileDrop(props: Props) {
  const { label, value, onChange, onBlur, name, fault, hint, required, disabledReason, accept, multiple, maxBytes } =
    props
  const { maxPhotoBytes = maxBytes } = props
  const t = useTexts('kit', english)
  const id = useId()
  const [isDragOver, setDragOver] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // A file that was just rejected takes precedence: an older fault, such as "required", does not explain why none was added.
  const shownFault = refusal ?? fault

  function addFiles(chosen: File[]) {
    const files = chosen.slice(0, multiple ? undefined : 1)
    const maxBytesOf = ({ type }: File) => (type.startsWith('image/') ? maxPhotoBytes : maxBytes) ?? Infinity
    const tooLarge = files.find((file) => file.size > maxBytesOf(file))
    const wrongType = files.find((file) => !matchesAccept(file, accept))
    setRefusal(
      tooLarge
        ? t('fileTooLarge', { name: tooLarge.name, limit: sizeText(maxBytesOf(tooLarge)) })
        : wrongType && t('fileOther', { name: wrongType.name }),
    )
    const accepted = files.filter((file) => matchesAccept(file, accept) && file.size <= maxBytesOf(file))
    if (accepted.length > 0) onChange(multiple ? [...value, ...accepted] : accepted)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setDragOver(false)
    if (disabledReason === undefined) addFiles([...event.dataTransfer.files])
  }
  return (
    <Frame {...{ id, label, name, fault: shownFault, hint, required, disabledReason }}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- drag and drop is an alternative to the button */}
      <div
        className={classes(styles.drop, isDragOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setDragOver(true)
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={drop}
      >
        <FileInput
          {...describedBy(id, { fault: shownFault, required })}
          ref={input}
          id={id}
          className="visually-hidden"
          accept={accept}
          multiple={multiple}
          tabIndex={-1}
          // The form focuses this input on a fault; forward it to the button, which is visible and focusable.
          onFocus={() => button.current?.focus()}
          onBlur={onBlur}
          choose={(files) => disabledReason === undefined && addFiles(files)}
        />
        <Button
          ref={button}
          icon={<UploadIcon size={20} />}
          // A form may have several: the label tells them apart.
          aria-describedby={`${id}-label ${id}-below`}
          aria-disabled={disabledReason !== undefined || undefined}
          onClick={() => disabledReason === undefined && input.current?.click()}
        >
          {multiple ? t('chooseFiles') : t('chooseFile')}
        </Button>
        <span className={styles.or}>{isDragOver ? t('dropNow') : multiple ? t('orDropFiles') : t('orDropFile')}</span>
      </div>
      {value.length > 0 && (
        <ul className={styles.files} data-unkept="" aria-label={label}>
          {value.map((file, index) => (
            <li key={`${file.name}-${file.size}-${file.lastModified}`}>
              <FileIcon size={20} />
              <span className={styles.name}>{file.name}</span>
              {file.size > 0 && <span className={styles.size}>{sizeText(file.size)}</span>}
              <IconButton
                label={t('removeFile', { name: file.name })}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                <CloseIcon size={20} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Frame>
  )
}

/** Whether a file matches `accept`: browsers do not check dropped files. */
function matchesAccept({ name, type }: File, accept: string | undefined): boolean {
  if (!accept) return true
  return accept
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .some((each) => {
      if (each.startsWith('.')) return name.toLowerCase().endsWith(each)
      return each.endsWith('/*') ? type.startsWith(each.slice(0, -1)) : type === each
    })
}
