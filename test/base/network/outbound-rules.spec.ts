import { DefinitionError, DeniedError } from 'toolwright';
import { type OutboundOptions, OutboundRules } from '../../../src/base/network/outbound-rules.js';

const rules = OutboundRules.read(undefined, 'test');

function isDenied(check: () => void): boolean {
  try {
    check();
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(DeniedError);
    return true;
  }
}

describe('outbound rules', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://①②⑦.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://api.localhost/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://10.0.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[2001:db8::1]/',
    'http://[ff02::1]/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://user:password@127.0.0.1:8080/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'data:text/plain,hello',
  ])('deny %s', (url) => {
    expect(isDenied(() => rules.checkUrl(new URL(url)))).toBe(true);
  });

  it.each([
    'https://example.com/',
    'http://8.8.8.8/',
    'http://172.32.0.1/',
    'http://100.128.0.1/',
    'http://[2606:4700::1111]/',
    'http://[64:ff9b::808:808]/',
    'http://localhost.example.com/',
  ])('allow %s', (url) => {
    expect(isDenied(() => rules.checkUrl(new URL(url)))).toBe(false);
  });

  it.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['::1', true],
    ['fe80::1%eth0', true],
    ['no address', true],
    ['', true],
    ['1.2.3', true],
    ['999.1.1.1', true],
    ['93.184.216.34', false],
    ['::ffff:93.184.216.34', false],
    ['2606:4700::1111', false],
  ])('decide about the address %j of a host name', (address, denied) => {
    expect(isDenied(() => rules.checkAddress(address, new URL('https://example.com/')))).toBe(denied);
  });

  it('do not show the address of a host name in the error', () => {
    const check = (): void => rules.checkAddress('10.1.2.3', new URL('https://example.com/secret?token=1'));
    expect(check).toThrow(
      "Requests to 'example.com:443' are denied, because its address is private or reserved. If the host is intended, the author of the tool can add it to allowHosts.",
    );
  });

  describe('with allowHosts', () => {
    const allowHosts = ['api.internal', '10.0.0.5:8080', '[::1]:3000', '2130706433', 'localhost:80'];
    const allowing = OutboundRules.read({ allowHosts }, 'test');

    it.each([
      ['http://api.internal/', false],
      ['https://API.internal.:9000/', false],
      ['http://v1.api.internal/', true],
      ['http://10.0.0.5:8080/', false],
      ['http://10.0.0.5/', true],
      ['http://10.0.0.5:8081/', true],
      ['http://[::1]:3000/', false],
      ['http://[::1]:3001/', true],
      ['http://127.0.0.1:1234/', false],
      ['http://localhost/', false],
      ['https://localhost/', true],
    ])('decide about %s', (text, denied) => {
      const url = new URL(text);
      expect(isDenied(() => allowing.checkUrl(url)) || isDenied(() => allowing.checkAddress('10.9.9.9', url))).toBe(
        denied,
      );
    });
  });

  it('allow the host and the port of a URL that the author wrote', () => {
    const allowing = rules.allowUrl(new URL('http://localhost:3000/v1'));
    const results = ['http://localhost:3000/x', 'http://localhost:3001/', 'http://127.0.0.1:3000/'];
    expect(results.map((url) => isDenied(() => allowing.checkUrl(new URL(url))))).toEqual([false, true, true]);
    expect(isDenied(() => rules.checkUrl(new URL('http://localhost:3000/x')))).toBe(true);
  });

  it('allow private addresses, but no other protocols, with denyPrivate: false', () => {
    const open = OutboundRules.read({ denyPrivate: false }, 'test');
    expect(isDenied(() => open.checkUrl(new URL('http://127.0.0.1/')))).toBe(false);
    expect(isDenied(() => open.checkAddress('127.0.0.1', new URL('http://example.com/')))).toBe(false);
    expect(isDenied(() => open.checkUrl(new URL('file:///etc/passwd')))).toBe(true);
  });

  it.each<[OutboundOptions, string]>([
    [{ allowHosts: ['http://api.internal'] }, "such as 'api.internal'"],
    [{ allowHosts: ['*.internal'] }, "such as 'api.internal'"],
    [{ allowHosts: ['api.internal/v1'] }, "such as 'api.internal'"],
    [{ allowHosts: ['api.internal:99999'] }, "such as 'api.internal'"],
    [{ allowHosts: [''] }, "such as 'api.internal'"],
    [{ allowHosts: ['::1'] }, "such as 'api.internal'"],
    [{ allowHosts: [1 as never] }, "such as 'api.internal'"],
    [{ allowHosts: 'api.internal' as never }, 'must be an array'],
    [{ denyPrivate: 'no' as never }, 'must be true or false'],
    [{ allowHost: [] } as never, "Did you mean 'allowHosts'?"],
  ])('reject %j', (options, problem) => {
    expect(() => OutboundRules.read(options, 'restTool: outbound')).toThrow(DefinitionError);
    expect(() => OutboundRules.read(options, 'restTool: outbound')).toThrow(problem);
  });
});
