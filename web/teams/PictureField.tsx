import { useId, useRef, useState } from 'react'
import { useProblemText, useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Failure } from '../kit/Failure.tsx'
import { type PictureFault, pictureAt, scaledJpeg } from '../scaledJpeg.ts'
import { useSave } from '../shell/useSave.ts'
import styles from './Picture.module.css'
import texts from './texts.en.json'

type Props = {
  id: string
  name: string
  url: string | undefined
  hint: string
  disabledReason?: string | undefined
  put: (jpeg: string) => Promise<unknown>
  remove: () => Promise<unknown>
  saving: boolean
  /** What was taken down can be put up again for as long as it is offered. */
  keep: (jpeg: string | undefined) => void
}

/** A picture of a player or a team: chosen, made small, and saved at once. */
function PictureField({ id, name, url, hint, disabledReason, put, remove, saving, keep }: Props) {
  const t = useTexts('teams', texts)
  const headingId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<PictureFault>()
  const [making, setMaking] = useState(false)
  const busy = making || saving
  const locked = disabledReason === undefined ? {} : { disabledReason }

  async function choose(file: Blob) {
    setMaking(true)
    const made = await scaledJpeg(file)
    setMaking(false)
    setFault('fault' in made ? made.fault : undefined)
    if ('url' in made) await put(base64Of(made.url))
  }
  async function takeDown() {
    const before = url && (await pictureAt(url))
    keep(before && base64Of(before))
    await remove()
  }
  return (
    <Card aria-labelledby={headingId} aria-busy={busy}>
      <div className={styles.picture}>
        <Avatar name={name} id={id} url={url} size="huge" />
        <div className={styles.beside}>
          <h2 id={headingId} className={styles.title}>
            {t('picture')}
          </h2>
          <p className={styles.hint}>{hint}</p>
          <div className={styles.actions}>
            <Button busy={busy} onClick={() => input.current?.click()} {...locked}>
              {url ? t('changePicture') : t('choosePicture')}
            </Button>
            {url && (
              <Button kind="quiet" busy={busy} onClick={() => void takeDown()} {...locked}>
                {t('removePicture')}
              </Button>
            )}
          </div>
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            aria-label={t('picture')}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              // The same file may be chosen again.
              target.value = ''
              if (file) void choose(file)
            }}
          />
          {fault && <Failure text={t(fault)} />}
        </div>
      </div>
    </Card>
  )
}
const base64Of = (url: string) => url.slice(url.indexOf(',') + 1)

const ofPlayer = [
  'GET /rest-api/teams/player/{playerId}',
  'GET /api/v1/team/{teamId}',
  'GET /rest-api/pictures/mine',
] as const
const ofTeam = ['GET /api/v1/team/{teamId}', 'GET /api/v1/orgOverview/{orgId}'] as const
type Shown = Pick<Props, 'id' | 'name' | 'url' | 'disabledReason'>

/** The picture of a player. `teamId` is the team on which one has them. */
export function PlayerPicture({ teamId, ...shown }: Shown & { teamId: string | undefined }) {
  const t = useTexts('teams', texts)
  const sayProblem = useProblemText()
  const about = { playerId: shown.id, query: teamId === undefined ? {} : { o: teamId } }
  const putting = useSave('PUT /rest-api/pictures/player/{playerId}', {
    refreshes: ofPlayer,
    saved: t('pictureSaved'),
    failed: sayProblem,
  })
  const again = useRef<string>(undefined)
  const put = (jpeg: string) => putting.save({ ...about, body: { jpeg } })
  const removing = useSave('DELETE /rest-api/pictures/player/{playerId}', {
    refreshes: ofPlayer,
    saved: t('pictureRemoved'),
    failed: sayProblem,
    undo: () => void (again.current !== undefined && put(again.current)),
  })
  return (
    <PictureField
      {...shown}
      hint={t('playerPictureHint')}
      put={put}
      remove={() => removing.save(about)}
      saving={putting.saving || removing.saving}
      keep={(jpeg) => (again.current = jpeg)}
    />
  )
}

/** The picture of a team. */
export function TeamPicture(shown: Shown) {
  const t = useTexts('teams', texts)
  const sayProblem = useProblemText()
  const teamId = shown.id
  const putting = useSave('PUT /rest-api/pictures/team/{teamId}', {
    refreshes: ofTeam,
    saved: t('pictureSaved'),
    failed: sayProblem,
  })
  const again = useRef<string>(undefined)
  const put = (jpeg: string) => putting.save({ teamId, body: { jpeg } })
  const removing = useSave('DELETE /rest-api/pictures/team/{teamId}', {
    refreshes: ofTeam,
    saved: t('pictureRemoved'),
    failed: sayProblem,
    undo: () => void (again.current !== undefined && put(again.current)),
  })
  return (
    <PictureField
      {...shown}
      hint={t('teamPictureHint')}
      put={put}
      remove={() => removing.save({ teamId })}
      saving={putting.saving || removing.saving}
      keep={(jpeg) => (again.current = jpeg)}
    />
  )
}
