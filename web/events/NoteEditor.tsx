import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { noteLimit, whyCannotNote } from '#shared/rules/invites.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Failure } from '../kit/Failure.tsx'
import { Field } from '../kit/Field.tsx'
import { keepDraft } from '../kit/form/drafts.ts'
import styles from './Note.module.css'
import texts from './texts.en.json'
import { readTypedNote } from './typedNote.ts'

export type EditorProps = {
  player: string
  note: string
  draft: string
  /** Opened by the user. If it opens with the page, it does not take focus. */
  opened: boolean
  onSave: (text: string) => Promise<boolean>
  onClose: () => void
  onEscape: () => void
}

/** The editor for a note. */
export function NoteEditor({ draft, player, note, opened, onSave, onClose, onEscape }: EditorProps) {
  const t = useTexts('events', texts)
  const [text, setText] = useState(() => readTypedNote(draft) ?? note)
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (opened) field.current?.focus()
  }, [opened])
  function changeText(next: string) {
    setText(next)
    keepDraft(draft, next === note ? {} : { text: next })
  }
  const closeByEscape = ({ key }: KeyboardEvent) => key === 'Escape' && onEscape()
  const length = [...text].length
  const isTooLong = whyCannotNote(text) !== undefined
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        if (isTooLong) field.current?.focus()
        if (isTooLong || saving) return
        setSaving(true)
        setFailed(false)
        void onSave(text.trim())
          .then(setFailed)
          .finally(() => setSaving(false))
      }}
    >
      <Field
        label={t('noteTo', { player })}
        ref={field}
        value={text}
        autoComplete="off"
        enterKeyHint="send"
        fault={isTooLong ? t('noteTooLong', { limit: noteLimit }) : undefined}
        count={t('noteCount', { used: length, limit: noteLimit })}
        onChange={changeText}
        onKeyDown={closeByEscape}
      />
      {failed && <Failure text={t('saveFailed')} />}
      <p className={styles.actions}>
        <Button
          kind="primary"
          type="submit"
          busy={saving}
          aria-disabled={isTooLong || undefined}
          onKeyDown={closeByEscape}
        >
          {t('save')}
        </Button>
        <Button kind="quiet" onClick={onClose} onKeyDown={closeByEscape}>
          {t('close')}
        </Button>
      </p>
    </form>
  )
}
