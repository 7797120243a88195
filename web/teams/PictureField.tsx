import { useRef } from 'react'
import { problemText, useTexts } from '../i18n.ts'
import { PictureChooser } from '../kit/PictureChooser.tsx'
import { useSave } from '../shell/useSave.ts'
import texts from './texts.en.json'

const playerReads = [
  'GET /rest-api/teams/player/{playerId}',
  'GET /api/v1/team/{teamId}',
  'GET /rest-api/pictures/mine',
] as const
const teamReads = ['GET /api/v1/team/{teamId}', 'GET /api/v1/orgOverview/{orgId}'] as const
type PictureProps = { id: string; name: string; url: string | undefined; disabledReason?: string | undefined }

function usePictureTexts() {
  const t = useTexts('teams', texts)
  return {
    title: t('picture'),
    texts: {
      ...{ choose: t('choosePicture'), change: t('changePicture'), remove: t('removePicture') },
      ...{ tooLarge: t('tooLarge'), notPicture: t('notPicture') },
    },
  }
}

/** The picture of a player. `teamId` is the team by which the reader knows them. */
export function PlayerPicture({ teamId, ...pictureProps }: PictureProps & { teamId: string | undefined }) {
  const t = useTexts('teams', texts)
  const input = { playerId: pictureProps.id, query: teamId === undefined ? {} : { o: teamId } }
  const savingPicture = useSave('PUT /rest-api/pictures/player/{playerId}', {
    refreshes: playerReads,
    saved: t('pictureSaved'),
    failed: problemText,
  })
  const removedJpeg = useRef<string>(undefined)
  const savePicture = (jpeg: string) => savingPicture.save({ ...input, body: { jpeg } })
  const removing = useSave('DELETE /rest-api/pictures/player/{playerId}', {
    refreshes: playerReads,
    saved: t('pictureRemoved'),
    failed: problemText,
    undo: () => void (removedJpeg.current !== undefined && savePicture(removedJpeg.current)),
    canUndo: () => removedJpeg.current !== undefined,
  })
  return (
    <PictureChooser
      {...{ ...pictureProps, ...usePictureTexts(), save: savePicture }}
      hint={t('playerPictureHint')}
      remove={(jpeg) => {
        removedJpeg.current = jpeg
        return removing.save(input)
      }}
      saving={savingPicture.saving || removing.saving}
    />
  )
}

/** The picture of a team. */
export function TeamPicture(pictureProps: PictureProps) {
  const t = useTexts('teams', texts)
  const teamId = pictureProps.id
  const savingPicture = useSave('PUT /rest-api/pictures/team/{teamId}', {
    refreshes: teamReads,
    saved: t('pictureSaved'),
    failed: problemText,
  })
  const removedJpeg = useRef<string>(undefined)
  const savePicture = (jpeg: string) => savingPicture.save({ teamId, body: { jpeg } })
  const removing = useSave('DELETE /rest-api/pictures/team/{teamId}', {
    refreshes: teamReads,
    saved: t('pictureRemoved'),
    failed: problemText,
    undo: () => void (removedJpeg.current !== undefined && savePicture(removedJpeg.current)),
    canUndo: () => removedJpeg.current !== undefined,
  })
  return (
    <PictureChooser
      {...{ ...pictureProps, ...usePictureTexts(), save: savePicture }}
      hint={t('teamPictureHint')}
      remove={(jpeg) => {
        removedJpeg.current = jpeg
        return removing.save({ teamId })
      }}
      saving={savingPicture.saving || removing.saving}
    />
  )
}
