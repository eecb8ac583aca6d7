import type { AgentConfig } from '../../shared/api/types';
import { CopyButton } from '../../shared/ui/CopyButton';
import { Hash } from '../../shared/ui/Hash';
import { ScrollArea } from '../../shared/ui/ScrollArea';
import { YamlText } from '../../shared/ui/YamlText';
import styles from './PlainConfig.module.css';

/** A configuration as the server has it, byte for byte. */
export function PlainConfig({ config, name }: { config: AgentConfig; name: string }) {
  const lines = config.body.replace(/\n$/, '').split('\n');
  return (
    <>
      <div className={styles.bar}>
        <Hash value={config.hash} what={`hash: ${name}`} />
        <CopyButton text={config.body} label={`Copy ${name}`} word="Copy" />
      </div>
      <ScrollArea label={`Text: ${name}`} className={styles.scroll}>
        <pre className={styles.code}>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <span key={index} className={styles.line}>
              <YamlText text={line} />
              {'\n'}
            </span>
          ))}
        </pre>
      </ScrollArea>
    </>
  );
}
