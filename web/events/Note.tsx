import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { noteLimit, whyCannotNote } from '#shared/rules/invites.ts'
import { ApiProblem } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Failure } from '../kit/Failure.tsx'
import { Field } from '../kit/Field.tsx'
import { keepDraft, readDraft } from '../kit/form/drafts.ts'
import { NoteIcon } from '../kit/icons.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import styles from './Note.module.css'
import type { Outcome } from './outbox/deliver.ts'
import texts from './texts.en.json'

type Props = {
  inviteId: string
  player: string
  note: string
  /** It cannot be changed any more. */
  closed: boolean
  onSave: (note: string) => Promise<Outcome>
}

/** The note to the coach that goes with an answer: shown, opened, edited, saved or closed. */
export function Note({ inviteId, player, note, closed, onSave }: Props) {
  const t = useTexts('events', texts)
  const draft = `note.${inviteId}`
  // What was half typed when the page was loaded again is gone on with.
  const [editing, setEditing] = useState<false | 'by itself' | 'opened'>(
    () => !closed && typedIn(draft) !== undefined && 'by itself',
  )
  const opener = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // Focus goes back to where the editor was opened from.
    if (wasEditing.current && !editing) opener.current?.querySelector('button')?.focus()
    wasEditing.current = editing !== false
  }, [editing])
  function close() {
    keepDraft(draft, {})
    setEditing(false)
  }

  /** Gives whether it failed: then the editor stays, and says so itself. A snackbar would cover it on a phone. */
  async function save(text: string): Promise<boolean> {
    const outcome = await onSave(text)
    if (outcome instanceof ApiProblem) return !outcome.told
    if (outcome === 'sent') showSnackbar({ text: t('saved'), tone: 'success' })
    else if (outcome === 'queued' || outcome === 'busy') showSnackbar({ text: t('noteQueued') })
    // Else a later answer took the note along, or the card tells what somebody else has answered meanwhile.
    close()
    return false
  }
  if (closed && !note) return null
  if (editing)
    return (
      <Editor
        {...{ draft, player, note }}
        opened={editing === 'opened'}
        onSave={save}
        onClose={close}
        // A slip on it loses nothing: what was typed is there when it is opened again.
        onEscape={() => setEditing(false)}
      />
    )
  return (
    <div className={styles.note} ref={opener}>
      {note && (
        <p>
          <span className="visually-hidden">{t('noteShown')} </span>
          <q>{note}</q>
        </p>
      )}
      {!closed && (
        <Button kind="quiet" icon={<NoteIcon size={20} />} onClick={() => setEditing('opened')}>
          {note ? t('editNote') : t('addNote')}
        </Button>
      )}
    </div>
  )
}

const typedIn = (draft: string): string | undefined => {
  const { text } = readDraft(draft)
  return typeof text === 'string' ? text : undefined
}

type EditorProps = Pick<Props, 'player' | 'note'> & {
  draft: string
  /** By the person; what opens by itself, as the page does, leaves focus where it is. */
  opened: boolean
  onSave: (text: string) => Promise<boolean>
  onClose: () => void
  onEscape: () => void
}

function Editor({ draft, player, note, opened, onSave, onClose, onEscape }: EditorProps) {
  const t = useTexts('events', texts)
  const [text, setText] = useState(() => typedIn(draft) ?? note)
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (opened) field.current?.focus()
  }, [opened])
  function type(next: string) {
    setText(next)
    keepDraft(draft, next === note ? {} : { text: next })
  }
  const closeByEscape = ({ key }: KeyboardEvent) => key === 'Escape' && onEscape()
  const used = [...text].length
  const tooLong = whyCannotNote(text) !== undefined
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        if (tooLong) field.current?.focus()
        if (tooLong || saving) return
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
        fault={tooLong ? t('noteTooLong', { limit: noteLimit }) : undefined}
        count={t('noteCount', { used, limit: noteLimit })}
        onChange={type}
        onKeyDown={closeByEscape}
      />
      {failed && <Failure text={t('saveFailed')} />}
      <p className={styles.actions}>
        <Button
          kind="primary"
          type="submit"
          busy={saving}
          aria-disabled={tooLong || undefined}
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
