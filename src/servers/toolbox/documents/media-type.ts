export interface MediaType {
  /** Lower case, without parameters: `text/html`. */
  readonly essence?: string;
  readonly charset?: string;
}

const ESSENCE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;
const CHARSET = /^charset\s*=\s*"?([\w.:+-]{1,40})"?$/i;

/** Of a Content-Type header or of a data: address. What makes no sense is left out. */
export const mediaTypeOf = (text: string | undefined): MediaType => {
  const [essence = "", ...parameters] = (text ?? "").slice(0, 1_000).split(";");
  const type = essence.trim().toLowerCase();
  const charset = parameters.map((parameter) => CHARSET.exec(parameter.trim())?.[1]).find((found) => found);
  return {
    ...(ESSENCE.test(type) && { essence: type }),
    ...(charset !== undefined && { charset: charset.toLowerCase() }),
  };
};
