import { useState } from 'react'
import { largeLimit } from '#shared/rules/files.ts'
import { recordingFaults, recordingTitleLimit } from '#shared/rules/recordings.ts'
import { useTexts } from '../i18n.ts'
import { sizeText } from '../kit/format.ts'
import { FileDrop } from '../kit/FileDrop.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { OneOf } from '../kit/OneOf.tsx'
import { Fields, toSharedWith, type Values } from './Fields.tsx'
import type { Team } from './shapes.ts'
import english from './texts.en.json'
import { useUploadRecording, findFilmFault } from './useUploadRecording.ts'

type Props = { teams: readonly Team[]; initialTeamId: string; close: () => void }

/** Adds a film of a team. The upload starts on submit and continues when the screen is left. */
export function AddRecording({ teams, initialTeamId, close }: Props) {
  const t = useTexts('recordings', english)
  const startUpload = useUploadRecording()
  const [files, setFiles] = useState<readonly File[]>([])
  const [teamId, setTeamId] = useState(
    teams.some(({ id }) => id === initialTeamId) ? initialTeamId : (teams[0]?.id ?? ''),
  )
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [file] = files
  const fileFault = file && findFilmFault(file)
  const fault = fileFault
    ? t(fileFault, { limit: sizeText(largeLimit) })
    : wasSubmitted && !file
      ? t('chooseFilm')
      : undefined
  const form = useForm<Values>({
    values: { title: '', eventId: '', with: 'team', playerIds: [], shows: [] },
    faults: (values) => ({
      ...recordingFaults(values),
      ...(values.with === 'players' && values.playerIds.length === 0 && { playerIds: { code: 'select_one' } }),
    }),
    async save(values) {
      setWasSubmitted(true)
      if (!file || fileFault) return false
      startUpload(file, {
        teamId,
        title: values.title,
        eventId: values.eventId || null,
        sharedWith: toSharedWith(values),
        shows: values.shows,
      })
      close()
      return true
    },
  })
  function takeFiles(chosen: readonly File[]) {
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
        onChange={takeFiles}
        required
        fault={fault}
      />
      {teams.length > 1 && (
        <OneOf
          label={t('team')}
          value={teamId}
          onChange={(id) => {
            setTeamId(id)
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
