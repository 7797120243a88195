import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../api.ts'
import { chunk } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { afterPaint } from '../kit/afterPaint.ts'
import { Button } from '../kit/Button.tsx'
import { keepDraft } from '../kit/form/drafts.ts'
import { NoteIcon } from '../kit/icons.tsx'
import { LazyPart } from '../kit/LazyPart.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import styles from './Note.module.css'
import type { EditorProps } from './NoteEditor.tsx'
import type { Outcome } from './outbox/deliver.ts'
import texts from './texts.en.json'
import { readTypedNote } from './typedNote.ts'

/** Few users write notes, so the editor is loaded lazily. */
const NoteEditor = chunk<EditorProps>(() => import('./NoteEditor.tsx').then((loaded) => loaded.NoteEditor))

type Props = {
  inviteId: string
  player: string
  note: string
  /** Answers are closed, so the note cannot be changed. */
  isClosed: boolean
  onSave: (note: string) => Promise<Outcome>
}

/** The note to the coach that goes with an answer: shows it, and opens the editor. */
export function Note({ inviteId, player, note, isClosed, onSave }: Props) {
  const t = useTexts('events', texts)
  const draft = `note.${inviteId}`
  // Continue a draft that was typed before a reload.
  const [editing, setEditing] = useState<false | 'by itself' | 'opened'>(
    () => !isClosed && readTypedNote(draft) !== undefined && 'by itself',
  )
  const opener = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // Return focus to the button that opened the editor.
    if (wasEditing.current && !editing) opener.current?.querySelector('button')?.focus()
    wasEditing.current = editing !== false
  }, [editing])
  useEffect(() => (isClosed ? undefined : afterPaint(() => void NoteEditor.prefetch())), [isClosed])
  function close() {
    keepDraft(draft, {})
    setEditing(false)
  }

  /** Returns whether it failed: the editor then stays and shows the error, since a snackbar would cover it on a phone. */
  async function save(text: string): Promise<boolean> {
    const outcome = await onSave(text)
    if (outcome instanceof ApiProblem) return !outcome.isReported
    if (outcome === 'sent') showSnackbar({ text: t('saved'), tone: 'success' })
    else if (outcome === 'queued' || outcome === 'busy') showSnackbar({ text: t('noteQueued') })
    // Otherwise a later answer included the note, or the card shows the other person's answer.
    close()
    return false
  }
  if (isClosed && !note) return null
  if (editing)
    return (
      <LazyPart isNeeded fallback={null} onFailed={() => setEditing(false)}>
        <NoteEditor.Component
          {...{ draft, player, note }}
          opened={editing === 'opened'}
          onSave={save}
          onClose={close}
          // An accidental Escape loses nothing: the draft is there when the editor is opened again.
          onEscape={() => setEditing(false)}
        />
      </LazyPart>
    )
  return (
    <div className={styles.note} ref={opener}>
      {note && (
        <p>
          <span className="visually-hidden">{t('noteShown')} </span>
          <q>{note}</q>
        </p>
      )}
      {!isClosed && (
        <Button kind="quiet" icon={<NoteIcon size={20} />} onClick={() => setEditing('opened')}>
          {note ? t('editNote') : t('addNote')}
        </Button>
      )}
    </div>
  )
}
