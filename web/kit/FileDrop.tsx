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
  most?: number
  /** The largest photo, in bytes, if the caller scales photos down. */
  maxPhoto?: number
}

/** A file picker and drop zone. It only selects: uploading is up to the caller. */
export function FileDrop(props: Props) {
  const { label, value, onChange, onBlur, name, fault, hint, required, disabledReason, accept, multiple, most } = props
  const { maxPhoto = most } = props
  const t = useTexts('kit', english)
  const id = useId()
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // A file that was just rejected takes precedence: an older fault, such as "required", does not explain why none was added.
  const said = refused ?? fault

  function take(chosen: File[]) {
    const files = chosen.slice(0, multiple ? undefined : 1)
    const limitOf = ({ type }: File) => (type.startsWith('image/') ? maxPhoto : most) ?? Infinity
    const tooLarge = files.find((file) => file.size > limitOf(file))
    const other = files.find((file) => !isOf(file, accept))
    setRefused(
      tooLarge
        ? t('fileTooLarge', { name: tooLarge.name, limit: sizeText(limitOf(tooLarge)) })
        : other && t('fileOther', { name: other.name }),
    )
    const good = files.filter((file) => isOf(file, accept) && file.size <= limitOf(file))
    if (good.length > 0) onChange(multiple ? [...value, ...good] : good)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (disabledReason === undefined) take([...event.dataTransfer.files])
  }
  return (
    <Frame {...{ id, label, name, fault: said, hint, required, disabledReason }}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- drag and drop is an alternative to the button */}
      <div
        className={classes(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileInput
          {...describedBy(id, { fault: said, required })}
          ref={input}
          id={id}
          className="visually-hidden"
          accept={accept}
          multiple={multiple}
          tabIndex={-1}
          // The form focuses this input on a fault; forward it to the button, which is visible and focusable.
          onFocus={() => button.current?.focus()}
          onBlur={onBlur}
          choose={(files) => disabledReason === undefined && take(files)}
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
        <span className={styles.or}>{over ? t('dropNow') : multiple ? t('orDropFiles') : t('orDropFile')}</span>
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
function isOf({ name, type }: File, accept: string | undefined): boolean {
  if (!accept) return true
  return accept
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .some((each) => {
      if (each.startsWith('.')) return name.toLowerCase().endsWith(each)
      return each.endsWith('/*') ? type.startsWith(each.slice(0, -1)) : type === each
    })
}
