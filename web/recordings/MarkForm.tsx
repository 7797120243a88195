import { momentFaults, momentLimit, type Stroke } from '#shared/rules/recordings.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { TextArea } from '../kit/TextArea.tsx'
import { useLeaveGuard } from '../kit/useLeaveGuard.ts'
import { useSave } from '../shell/useSave.ts'
import { useNewPart } from '../api/useNewPart.ts'
import styles from './Recordings.module.css'
import { positionText, refreshes } from './shapes.ts'
import english from './texts.en.json'

type Props = { recordingId: string; second: number; strokes: Stroke[]; undo: () => void; close: () => void }

/** Saves a moment: its comment and drawing. */
export function MarkForm({ recordingId, second, strokes, undo, close }: Props) {
  const t = useTexts('recordings', english)
  const partIdFor = useNewPart('q')
  const saving = useSave('POST /rest-api/recordings/{recordingId}/moments', { refreshes, saved: t('marked') })
  const form = useForm({
    values: { comment: '' },
    faults: momentFaults,
    async save({ comment }) {
      const moment = { second, comment, strokes: strokes.map(({ color, points }) => ({ color, points: [...points] })) }
      await saving.save({ recordingId, body: { part: partIdFor(moment), ...moment } })
      close()
    },
  })
  const drawingGuard = useLeaveGuard(strokes.length > 0 && !form.dirty)
  async function cancel() {
    if ((await form.mayLeave()) && (await drawingGuard.mayLeave())) close()
  }
  return (
    <div className={styles.group}>
      <p className={styles.muted}>{t('markAt', { place: positionText(second) })}</p>
      <Form of={form} submit={t('save')}>
        <TextArea label={t('comment')} required limit={momentLimit} {...form.field('comment')} />
      </Form>
      <div className={styles.row}>
        {strokes.length > 0 && <Button onClick={undo}>{t('undoLine')}</Button>}
        <Button onClick={() => void cancel()}>{t('cancel')}</Button>
      </div>
    </div>
  )
}
