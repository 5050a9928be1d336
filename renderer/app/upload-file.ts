/** Sends one file and answers where the engine put it; a fetch cannot tell how much has been sent. */
export function uploadFile(file: File, onShare: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', `/api/upload?name=${encodeURIComponent(file.name)}`);
    request.responseType = 'text';
    request.upload.onprogress = (event) => onShare(event.total === 0 ? 1 : event.loaded / event.total);
    request.onerror = () => reject(new Error(`the upload of ${file.name} broke off`));
    request.onload = () => {
      if (request.status !== 200) {
        reject(
          new Error(
            request.responseText.trim() || `the upload of ${file.name} was refused (${request.status})`,
          ),
        );
        return;
      }
      const answer: unknown = JSON.parse(request.responseText);
      if (
        typeof answer === 'object' &&
        answer !== null &&
        'path' in answer &&
        typeof answer.path === 'string'
      )
        resolve(answer.path);
      else reject(new Error(`the upload of ${file.name} was answered without a path`));
    };
    request.send(file);
  });
}
