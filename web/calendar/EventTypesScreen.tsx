import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { type EventType, maxEventTypes, eventTypesFaults } from '#shared/rules/eventTypes.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button, IconButton } from '../kit/Button.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { CloseIcon } from '../kit/icons.tsx'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { newPart } from '../api/newPart.ts'
import { ConflictNotice } from '../shell/ConflictNotice.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSaveAtRevision } from '../shell/useVersionedSave.ts'
import styles from './CoachAnswers.module.css'
import { DaysSkeleton } from './DaysSkeleton.tsx'
import texts from './texts.en.json'
import { eventLists } from './usePlanning.ts'

const READ = 'GET /rest-api/calendar/event-types/{orgId}'
const firstColor = '#495057'

/** The event types of a club, each with a colour; existing events keep theirs. */
export default function EventTypesScreen() {
  const t = useTexts('calendar', texts)
  const { orgId = '' } = useParams()
  const read = useApi(READ, { orgId }, { handles: ['failures'] })
  return (
    <Screen title={t('eventTypes')} width="form">
      <Loaded read={read} skeleton={<DaysSkeleton label={t('loading')} />} failed={t('typesFailed')}>
        {(current) => <EventTypesForm key={orgId} orgId={orgId} current={current} reload={read.mutate} />}
      </Loaded>
    </Screen>
  )
}

type EditorProps = { orgId: string; current: AnswerOf<typeof READ>; reload: () => Promise<unknown> }

function EventTypesForm({ orgId, current, reload }: EditorProps) {
  const t = useTexts('calendar', texts)
  const { save } = useSave('PUT /rest-api/calendar/event-types/{orgId}', {
    refreshes: [READ, ...eventLists],
    saved: t('typesSaved'),
  })
  const initialRevision = useState(current.revision)
  const form = useForm<{ types: EventType[] }>({
    // A draft typed on another revision must not be restored over what others have saved since.
    draft: `eventTypes.${orgId}.${initialRevision[0]}`,
    values: { types: current.types },
    faults: ({ types }) => eventTypesFaults(types),
    save: ({ types }) => versionedSave.save((revision) => save({ orgId, body: { types, revision } })),
  })
  const versionedSave = useSaveAtRevision(initialRevision, {
    current: current.revision,
    isDirty: form.dirty,
    refetch: reload,
    resetForm: form.discard,
  })
  const { types } = form.values
  return (
    <Form of={form} submit={t('saveTypes')}>
      <ConflictNotice onReload={versionedSave.reload} />
      <p className={styles.note}>{t('typesHint')}</p>
      <KeptFocus label={t('eventTypes')} className={styles.answers}>
        {types.map((type, i) => (
          <div key={type.id} className={styles.type}>
            <Field label={t('typeName')} required {...form.field(`types.${i}.name`)} />
            <label>
              <span className="visually-hidden">{t('colorOf', { type: type.name })}</span>
              <ColorInput {...form.field(`types.${i}.color`)} />
            </label>
            {types.length > 1 && (
              <IconButton label={t('removeType', { type: type.name })} onClick={() => form.remove('types', i)}>
                <CloseIcon />
              </IconButton>
            )}
          </div>
        ))}
      </KeptFocus>
      <Button
        {...(types.length >= maxEventTypes && { disabledReason: t('maxTypes', { count: maxEventTypes }) })}
        onClick={() => form.add('types', { id: newPart('c'), name: '', color: firstColor })}
      >
        {t('addType')}
      </Button>
    </Form>
  )
}

const ColorInput = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <input type="color" value={value} onChange={(event) => onChange(event.target.value)} />
)
