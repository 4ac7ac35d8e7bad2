import { product } from '../../../../rules/product.ts'
import type { ArticleSection } from '../../../../ui/article.tsx'
import { HelpPicture } from '../help-picture.tsx'
import picture from '../pictures/self-hosting.webp'

export const selfHosting: readonly ArticleSection[] = [
  {
    id: 'start',
    title: 'Start it',
    content: (
      <>
        <p>{product.name} needs Node 20 or newer with npm, and nothing else. In its folder:</p>
        <pre>
          <code>npm start</code>
        </pre>
        <p>
          It installs what it needs, builds itself, and says where to click. Decks, pictures and the database are in the
          folder <code>data</code>.
        </p>
      </>
    ),
  },
  {
    id: 'production',
    title: 'For others',
    content: (
      <>
        <p>On a server that others reach, say so, and give it its address:</p>
        <pre>
          <code>NODE_ENV=production BASE_URL=https://decks.example.org npm start</code>
        </pre>
        <p>
          Sign-up is closed until an operator exists. Sign up with the set-up code that the server prints to its log, or
          run <code>npm run operator -- you@example.org</code>. Afterward accounts are by invitation, unless{' '}
          <code>SIGN_UP=open</code> lets everybody in.
        </p>
        <p>
          The operator has a console at <code>/admin</code>: users, decks, reports, failed jobs and mails, the name and
          logo of the instance, and the audit log.
        </p>
        <HelpPicture
          src={picture}
          alt="The console’s overview: its pages at the left, and counts of users, teams, decks, reports and failures"
        />
        <p>
          A proxy such as Caddy or nginx in front of it speaks HTTPS. The file <code>docs/self-hosting.md</code> has
          examples for both, for Docker, Postgres, Redis, S3 and mail, and says what to do after each error a first
          installation meets.
        </p>
      </>
    ),
  },
  {
    id: 'backup',
    title: 'Back it up',
    content: (
      <>
        <pre>
          <code>npm run backup</code>
        </pre>
        <p>
          It writes one file of everything while the server runs. <code>npm run verify-backup</code> checks it, and{' '}
          <code>npm run restore</code> makes an instance of it again, also on another database.
        </p>
      </>
    ),
  },
]
