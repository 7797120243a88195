import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../api.ts'
import { chunk } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { afterPaint } from '../kit/afterPaint.ts'
import { Button } from '../kit/Button.tsx'
import { keepDraft } from '../kit/form/drafts.ts'
import { NoteIcon } from '../kit/icons.tsx'
import { LatePart } from '../kit/LatePart.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import styles from './Note.module.css'
import type { EditorProps } from './NoteEditor.tsx'
import type { Outcome } from './outbox/deliver.ts'
import texts from './texts.en.json'
import { typedIn } from './typedNote.ts'

/** Few write one: the day does not wait for it. */
const NoteEditor = chunk<EditorProps>(() => import('./NoteEditor.tsx').then((loaded) => loaded.NoteEditor))

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
  useEffect(() => (closed ? undefined : afterPaint(() => void NoteEditor.prefetch())), [closed])
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
      <LatePart wanted fallback={null} onFailed={() => setEditing(false)}>
        <NoteEditor.Component
          {...{ draft, player, note }}
          opened={editing === 'opened'}
          onSave={save}
          onClose={close}
          // A slip on it loses nothing: what was typed is there when it is opened again.
          onEscape={() => setEditing(false)}
        />
      </LatePart>
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
