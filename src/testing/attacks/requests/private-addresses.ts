/** Hosts of private networks, and what they are. */
const privateHosts = [
  '127.0.0.1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
] as const

/** A public address that the network of the run has, so that requests of the product succeed there. */
export const publicHost = '93.184.216.34'

/** All addresses of the network of the run. */
export const networkAddresses: readonly string[] = [
  ...privateHosts.filter((host) => host !== '127.0.0.1' && host !== '0.0.0.0'),
  ...['127.0.0.2', '100.100.100.200', '192.0.0.192', '198.18.0.1', '224.0.0.251', publicHost],
  ...['fd00::1', 'fe80::1', 'fd00:ec2::254', '64:ff9b::a00:1', '2002:a00:1::'],
]

/** Ports on which the network listens. All except the last two are ports to which the product connects elsewhere. */
export const networkPorts = [80, 443, 8080, 8443, 22, 6379] as const

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')
const fullWidth = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))).replaceAll('.', '\u3002')
const circled = (text: string): string =>
  text.replace(/\d/g, (digit) => (digit === '0' ? '\u24ea' : String.fromCodePoint(0x245f + Number(digit))))

/** The notations of an IPv4 address that parsers of URLs, filters and resolvers read differently. */
function notationsOf(host: string): readonly string[] {
  const parts = host.split('.').map(Number) as [number, number, number, number]
  const [a, b, c, d] = parts
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const pair = `${hex(a * 256 + b, 1)}:${hex(c * 256 + d, 1)}`
  return [
    host,
    String(number),
    `0x${hex(number, 8)}`,
    `0${number.toString(8)}`,
    parts.map((part) => `0x${hex(part, 2)}`).join('.'),
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    `0x${hex(a, 2)}.${b}.0${c.toString(8)}.${d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${host}.`,
    `slides.example@${host}`,
    `slides.example%40@${host}`,
    host.replaceAll('.', '%2e'),
    fullWidth(host),
    circled(host),
    `[::ffff:${host}]`,
    `[::ffff:${pair}]`,
    `[::${host}]`,
    `[64:ff9b::${pair}]`,
    `[2002:${pair}::]`,
  ]
}

const ownNames = ['localhost', 'LOCALHOST', 'localhost.', 'metadata.localhost', 'ip6-localhost', 'local%68ost']
const ownNumbers = ['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[fd00::1]', '[fe80::1]', '[ff02::1]', '[fd00:ec2::254]']
const others = ['127.0.0.2', '127.127.127.127', '100.100.100.200', '192.0.0.192', '198.18.0.1', '224.0.0.251', '0']
const ports = ['22', '25', '443', '2375', '3128', '6379', '8080', '8443', '9200', '11211', '0', '080', '65536']

/** URLs that read as if they were of another host, or as no URL at all. */
const confusing = [
  `http://${publicHost}\\@127.0.0.1/secret`,
  `http://${publicHost}#@127.0.0.1/secret`,
  `http://127.0.0.1#@${publicHost}/`,
  `http://127.0.0.1\\@${publicHost}/`,
  `http://${publicHost}@127.0.0.1/secret`,
  `http://${publicHost}:80@127.0.0.1/secret`,
  `http://${publicHost}%23@127.0.0.1/secret`,
  `http://${publicHost} &@127.0.0.1/secret`,
  'http:127.0.0.1/secret',
  'http:/127.0.0.1/secret',
  'http:\\\\127.0.0.1\\secret',
  '//127.0.0.1/secret',
  '127.0.0.1/secret',
  '127.0.0.1:80/secret',
  'http://127.0.0.1%00.slides.example/secret',
  'http://127.0.0.1%2fsecret',
  'ht\ntp://127.0.0.1/secret',
  ' \u0001http://127.0.0.1/secret',
]

const schemes = [
  ...['file:///etc/passwd', 'file://127.0.0.1/secret', 'ftp://127.0.0.1:80/secret', 'gopher://127.0.0.1:80/_secret'],
  ...['dict://127.0.0.1:6379/info', 'ldap://127.0.0.1:80/', 'tftp://127.0.0.1:80/secret', 'sftp://127.0.0.1:22/secret'],
  ...['jar:http://127.0.0.1!/secret', 'netdoc:///etc/passwd', 'view-source:http://127.0.0.1/secret'],
  ...[
    'ws://127.0.0.1/secret',
    'wss://127.0.0.1/secret',
    'blob:http://127.0.0.1/secret',
    'filesystem:http://127.0.0.1/',
  ],
]

/** Where clouds, containers and clusters give away credentials. */
const metadata = [
  ...['latest/meta-data/iam/security-credentials/', 'latest/user-data', 'latest/dynamic/instance-identity/document'],
  ...[
    'computeMetadata/v1/instance/service-accounts/default/token',
    'metadata/v1.json',
    'openstack/latest/meta_data.json',
  ],
  ...[
    'metadata/instance?api-version=2021-02-01',
    'opc/v2/instance/',
    'v1/user-data',
    '2018-06-01/runtime/invocation/next',
  ],
].map((path) => `http://169.254.169.254/${path}`)

/** URLs by which a server could be made to reach a private network. */
export const privateAddresses: readonly string[] = [
  ...privateHosts.flatMap((host) => notationsOf(host).map((notation) => `http://${notation}/secret`)),
  ...privateHosts.map((host) => `https://${host}/secret`),
  ...[...ownNames, ...ownNumbers, ...others].map((host) => `http://${host}/secret`),
  ...ports.map((port) => `http://127.0.0.1:${port}/secret`),
  ...[...confusing, ...schemes, ...metadata],
]
