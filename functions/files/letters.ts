import { fileNameLimit } from '#shared/rules/files.ts'
import { quoted } from '../mail/letter.ts'
import type { Writer } from '../mail/writer.ts'
import { files } from '../table/files.ts'

/** Tells the sender which file was removed, and why; undefined once the file is gone with what it was attached to. */
const fileHarmful: Writer<'fileHarmful'> = async ({ fileId }, { say }) => {
  const file = await files.get({ fileId }, { consistent: true })
  if (file?.state !== 'harmful') return undefined
  const name = quoted(file.name, { most: fileNameLimit })
  return {
    subject: say(`Taken away: “${name}”`, `Retirado: «${name}»`),
    paragraphs: [
      say(
        'We look through every file for malicious software, and found some in one that you sent. The file was taken away, and nobody can open it any more.',
        'Revisamos todos los archivos en busca de software malicioso y encontramos algo en uno que enviaste. El archivo se retiró y ya nadie puede abrirlo.',
      ),
      say(
        'It may have come to you from somebody else, or there is malicious software on your device: please have your device looked through before you send the file again.',
        'Puede que te llegara de otra persona o que haya software malicioso en tu dispositivo: haz que lo revisen antes de volver a enviar el archivo.',
      ),
    ],
    facts: [[say('File', 'Archivo'), name]],
  }
}

export const letters = { fileHarmful }
