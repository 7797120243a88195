import { useState } from 'react'
import { largeLimit } from '#shared/rules/files.ts'
import { recordingFaults, recordingTitleLimit } from '#shared/rules/recordings.ts'
import { useTexts } from '../i18n.ts'
import { sizeText } from '../kit/format.ts'
import { FileDrop } from '../kit/FileDrop.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { OneOf } from '../kit/OneOf.tsx'
import { Fields, sharedWith, type Values } from './Fields.tsx'
import type { Team } from './shapes.ts'
import english from './texts.en.json'
import { useRecording, whyNoFilm } from './useRecording.ts'

type Props = { teams: readonly Team[]; first: string; close: () => void }

/** Adds a film of a team. The upload starts on submit and continues when the screen is left. */
export function AddRecording({ teams, first, close }: Props) {
  const t = useTexts('recordings', english)
  const begin = useRecording()
  const [files, setFiles] = useState<readonly File[]>([])
  const [teamId, chooseTeam] = useState(teams.some(({ id }) => id === first) ? first : (teams[0]?.id ?? ''))
  const [tried, setTried] = useState(false)
  const [file] = files
  const why = file && whyNoFilm(file)
  const fault = why ? t(why, { limit: sizeText(largeLimit) }) : tried && !file ? t('chooseFilm') : undefined
  const form = useForm<Values>({
    values: { title: '', eventId: '', with: 'team', playerIds: [], shows: [] },
    faults: (values) => ({
      ...recordingFaults(values),
      ...(values.with === 'players' && values.playerIds.length === 0 && { playerIds: { code: 'select_one' } }),
    }),
    async save(values) {
      setTried(true)
      if (!file || why) return false
      begin(file, {
        teamId,
        title: values.title,
        eventId: values.eventId || null,
        sharedWith: sharedWith(values),
        shows: values.shows,
      })
      close()
      return true
    },
  })
  function take(chosen: readonly File[]) {
    setFiles(chosen)
    const name = chosen[0]?.name.replace(/\.\w+$/, '').slice(0, recordingTitleLimit)
    if (name && form.values.title === '') form.field('title').onChange(name)
  }
  return (
    <Form of={form} submit={t('send')}>
      <FileDrop
        label={t('film')}
        hint={t('filmHint', { limit: sizeText(largeLimit) })}
        accept="video/*"
        value={files}
        onChange={take}
        required
        fault={fault}
      />
      {teams.length > 1 && (
        <OneOf
          label={t('team')}
          value={teamId}
          onChange={(id) => {
            chooseTeam(id)
            form.field('eventId').onChange('')
            form.field('playerIds').onChange([])
            form.field('shows').onChange([])
          }}
          options={teams.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Fields
        teamId={teamId}
        title={form.field('title')}
        eventId={form.field('eventId')}
        who={form.field('with')}
        playerIds={form.field('playerIds')}
        shows={form.field('shows')}
      />
    </Form>
  )
}
